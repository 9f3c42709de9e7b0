package tapeline.tensor;

import tapeline.tensor.Rows.Row;

/// An op on two operands that are stretched, strided, or parts of something larger.
///
/// The loops of [Elementwise] want neighbours from the start of an array. So the runs of each
/// operand are copied into a buffer that stays in the first-level cache, and whenever the two are
/// full the op runs on them.
final class Chunks {
  private static final int ROOM = 1024;

  private final BinaryOp op;
  private final float[] fromA;
  private final float[] fromB;
  private final float[] to;
  private final float[] a;
  private final float[] b;
  private final float[] y;
  private int filled;
  private int done;

  /// Makes buffers for the operands' data, whose results go to all of the array `to`.
  Chunks(BinaryOp op, float[] fromA, float[] fromB, float[] to) {
    this.op = op;
    this.fromA = fromA;
    this.fromB = fromB;
    this.to = to;
    int room = Math.min(ROOM, to.length);
    a = new float[room];
    b = new float[room];
    y = new float[room];
  }

  /// On operands of the result's shape.
  void run(Strided wideA, Strided wideB) {
    Rows.of(wideA, wideB).forEach(wideA.offset, wideB.offset, this::add);
    flush();
  }

  private void add(Row row) {
    int taken = 0;
    while (taken < row.count()) {
      int n = Math.min(row.count() - taken, a.length - filled);
      Rows.gather(fromA, row.a() + taken * row.stepA(), row.stepA(), a, filled, n);
      Rows.gather(fromB, row.b() + taken * row.stepB(), row.stepB(), b, filled, n);
      taken += n;
      filled += n;
      if (filled == a.length) {
        flush();
      }
    }
  }

  private void flush() {
    Elementwise.zip(op, a, b, y, filled);
    System.arraycopy(y, 0, to, done, filled);
    done += filled;
    filled = 0;
  }
}
