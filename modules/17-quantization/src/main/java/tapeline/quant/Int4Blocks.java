package tapeline.quant;

import tapeline.toolkit.Todo;

/// Half a byte for each number, in groups of 32: `x ≈ scale·(q − 8)` with q from 0 to 15. This is
/// the layout that GGUF calls Q4_0, 18 bytes for 32 numbers: byte j has q of number j in its lower
/// half, and of number j + 16 in its upper half.
///
/// The scale has the sign that gives the number of the largest magnitude the code 0, which is −8:
/// there are 8 steps on that side of zero, and 7 on the other.
public record Int4Blocks() implements BlockFormat {
  private static final int GROUP = 32;
  private static final int HALF = GROUP / 2;
  private static final int ZERO = 8;

  @Override
  public int group() {
    return GROUP;
  }

  @Override
  public int bytes() {
    return SCALE + HALF;
  }

  @Override
  public byte[] encode(float... values) {
    int blocks = Math.ceilDiv(values.length, GROUP);
    var to = new byte[blocks * bytes()];
    for (int b = 0; b < blocks; b++) {
      var group = new float[GROUP];
      int from = b * GROUP;
      System.arraycopy(values, from, group, 0, Math.min(GROUP, values.length - from));
      for (float x : group) {
        if (Float.isNaN(x)) {
          throw new IllegalArgumentException("NaN has no code: look where it comes from");
        }
      }
      pack(group, to, b * bytes());
    }
    return to;
  }

  /// Writes the block of 32 numbers.
  private static void pack(float[] group, byte[] to, int at) {
    // BEGIN EXERCISE 17.6
    // TODO 17.6 — 9 lines. Find the number of the largest magnitude, with its sign: which
    // scale takes it to −8? BlockFormat.putScale(wanted, to, at) returns the one that was
    // written. Round each number by it, keep it within −8 and 7, add ZERO. Number j goes
    // into byte at + SCALE + j % HALF: which j go into the upper half? to holds zeros: |=.
    throw new Todo("17.6", "two numbers in a byte");
    // END EXERCISE 17.6
  }

  @Override
  public void decode(byte[] blocks, float[] to) {
    for (int i = 0; i < to.length; i++) {
      int at = i / GROUP * bytes();
      int both = blocks[at + SCALE + i % HALF] & 0xFF;
      int q = i % GROUP < HALF ? both & 0xF : both >>> 4;
      to[i] = BlockFormat.scale(blocks, at) * (q - ZERO);
    }
  }
}
