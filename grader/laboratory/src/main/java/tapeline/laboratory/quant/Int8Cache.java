package tapeline.laboratory.quant;

import java.util.Arrays;
import tapeline.quant.Int8Blocks;
import tapeline.tensor.Tensor;
import tapeline.transformer.CharModel;
import tapeline.transformer.KeyValueCache;

/// A [KeyValueCache] in int8: the keys of a position, of all heads, are one block of [Int8Blocks],
/// and its values another.
///
/// ```java
/// var cache = new Int8Cache(model.size());
/// model.step(tape, cache, tokens);
/// ```
final class Int8Cache extends KeyValueCache {
  private final int heads;
  private final int width;
  private final int capacity;
  private final Int8Blocks format;
  private final byte[][] keys; // of each layer, a block for each position
  private final byte[][] values;
  private final int[] filled;

  /// An empty cache for a model of this size.
  public Int8Cache(CharModel.Size size) {
    // Without layers there, no room is made in float32.
    super(new CharModel.Size(size.vocabulary(), size.context(), size.width(), size.heads(), 0));
    heads = size.heads();
    width = size.width();
    capacity = size.context();
    format = new Int8Blocks(width);
    keys = new byte[size.layers()][capacity * format.bytes()];
    values = new byte[size.layers()][capacity * format.bytes()];
    filled = new int[size.layers()];
  }

  @Override
  public long bytes() {
    return 2L * keys.length * capacity * format.bytes();
  }

  @Override
  public int size() {
    return filled.length == 0 ? 0 : filled[0];
  }

  @Override
  public void clear() {
    Arrays.fill(filled, 0);
  }

  @Override
  public void append(int layer, Tensor key, Tensor value) {
    int rows = key.shape().length(2);
    if (filled[layer] + rows > capacity) {
      throw new IllegalStateException(
          "the cache has room for %d positions, got %d after %d"
              .formatted(capacity, rows, filled[layer]));
    }
    put(key, keys[layer], filled[layer]);
    put(value, values[layer], filled[layer]);
    filled[layer] += rows;
  }

  private void put(Tensor rows, byte[] to, int position) {
    var blocks = format.encode(rows.permute(0, 2, 1, 3).toArray());
    System.arraycopy(blocks, 0, to, position * format.bytes(), blocks.length);
  }

  @Override
  public Tensor keys(int layer) {
    return get(keys[layer], filled[layer]);
  }

  @Override
  public Tensor values(int layer) {
    return get(values[layer], filled[layer]);
  }

  private Tensor get(byte[] from, int positions) {
    var numbers = new float[positions * width];
    format.decode(from, numbers);
    return Tensor.of(numbers, 1, positions, heads, width / heads).permute(0, 2, 1, 3);
  }
}
