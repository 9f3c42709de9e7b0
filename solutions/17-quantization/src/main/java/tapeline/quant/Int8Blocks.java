package tapeline.quant;

/// A byte for each number, symmetric: `x ≈ scale·q`. With groups of 32 this is the layout that GGUF
/// calls Q8_0, 34 bytes for 32 numbers; with a row or a matrix as its group it is int8 per channel
/// or per tensor.
public record Int8Blocks(int group) implements BlockFormat {
  private static final int LARGEST = 127;

  public Int8Blocks {
    if (group < 1) {
      throw new IllegalArgumentException("a group has at least 1 number, got " + group);
    }
  }

  @Override
  public int bytes() {
    return SCALE + group;
  }

  @Override
  public byte[] encode(float... values) {
    int blocks = Math.ceilDiv(values.length, group);
    var to = new byte[blocks * bytes()];
    // BEGIN SOLUTION 17.3 "a scale for each group" 10 points, core
    for (int b = 0; b < blocks; b++) {
      int from = b * group;
      int end = Math.min(from + group, values.length);
      float largest = 0;
      for (int i = from; i < end; i++) {
        largest = Math.max(largest, Math.abs(values[i]));
      }
      int at = b * bytes();
      var code = new Affine(BlockFormat.putScale(largest / LARGEST, to, at), 0);
      for (int i = from; i < end; i++) {
        to[at + SCALE + i - from] = code.quantize(values[i]);
      }
    }
    // STUB // TODO 17.3 — 13 lines. Block b holds values[b·group], …, fewer in the last one, and
    // STUB // begins at to[b·bytes()]. BlockFormat.putScale(wanted, to, at) writes the scale that
    // STUB // takes the largest magnitude of the group to LARGEST, and returns what was written:
    // STUB // new Affine(scale, 0) codes with it, behind the SCALE bytes. Why with that scale, and
    // STUB // not with the one that was wanted?
    // STUB if (blocks > 0) throw new Todo("17.3", "a scale for each group");
    // END SOLUTION
    return to;
  }

  @Override
  public void decode(byte[] blocks, float[] to) {
    for (int i = 0; i < to.length; i++) {
      int at = i / group * bytes();
      to[i] = BlockFormat.scale(blocks, at) * blocks[at + SCALE + i % group];
    }
  }
}
