package tapeline.vector.tile;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static tapeline.vector.math.VectorFunctions.L;
import static tapeline.vector.math.VectorFunctions.S;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import jdk.incubator.vector.FloatVector;
import tapeline.vector.MatrixView;

/// Panels of a matrix B, in the order in which a [TileKernel] reads them, each in memory of its own
/// that begins at a cache line.
///
/// The memory is outside of the heap, as an array begins anywhere: of its vectors of 64 bytes, most
/// lie in two cache lines, and each of these is two reads. It is kept between products.
public final class Panels {
  private static final int CACHE_LINE = 64; // bytes
  private static final int BYTES = L * Float.BYTES; // of a vector
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  private final int width;
  private final List<MemorySegment> panels = new ArrayList<>();

  /// Makes no panels yet.
  ///
  /// @param width columns of a panel, a multiple of two vectors
  public Panels(int width) {
    this.width = width;
  }

  /// Reserves room for `count` panels of `depth` lines; what they held is lost.
  public void reserve(int count, int depth) {
    long bytes = (long) depth * width * Float.BYTES;
    while (panels.size() < count) panels.add(MemorySegment.NULL);
    for (int p = 0; p < count; p++) {
      if (panels.get(p).byteSize() < bytes) {
        panels.set(p, Arena.ofAuto().allocate(bytes, CACHE_LINE));
      }
    }
  }

  /// Returns panel p.
  public MemorySegment get(int p) {
    return panels.get(p);
  }

  /// Copies lines that are packed already to lines `at … at + count` of panel p.
  public void put(int p, int at, float[] lines, int count) {
    long to = (long) at * width * Float.BYTES;
    MemorySegment.copy(lines, 0, panels.get(p), JAVA_FLOAT, to, count * width);
  }

  /// Packs rows `l … l + count` of B, columns `j … j + width`, into lines `at … at + count` of
  /// panel p. All are in B, and the numbers of its rows are neighbours.
  public void copy(MatrixView b, int l, int j, int count, int p, int at) {
    copy(b.data(), b.start() + l * b.rowStep() + j, b.rowStep(), count, panels.get(p), at);
  }

  private void copy(float[] from, int start, int step, int count, MemorySegment panel, int at) {
    int pairs = width / (2 * L);
    for (int pair = 0; pair < pairs; pair++) {
      for (int i = 0; i < count; i++) {
        int j = 2 * L * pair;
        int x = start + i * step + j;
        long y = ((long) (at + i) * width + j) * Float.BYTES;
        FloatVector.fromArray(S, from, x).intoMemorySegment(panel, y, ORDER);
        FloatVector.fromArray(S, from, x + L).intoMemorySegment(panel, y + BYTES, ORDER);
      }
    }
  }
}
