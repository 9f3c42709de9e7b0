package tapeline.transformer;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import tapeline.tensor.Tensor;

/// The keys and values of the positions that a model has seen, so that only new ones are left to
/// compute: they depend on earlier positions only, which never change.
///
/// It has room for the model's whole context from the start, and is filled in place.
public class KeyValueCache {
  private final List<Tensor> keys; // of each layer, (1,heads,capacity,c)
  private final List<Tensor> values;
  private final int[] filled; // positions of each layer
  private final int capacity;

  /// An empty cache for a model of this size.
  public KeyValueCache(CharModel.Size size) {
    keys = room(size);
    values = room(size);
    filled = new int[size.layers()];
    capacity = size.context();
  }

  private static List<Tensor> room(CharModel.Size size) {
    int c = size.width() / size.heads();
    return IntStream.range(0, size.layers())
        .mapToObj(_ -> Tensor.zeros(1, size.heads(), size.context(), c))
        .toList();
  }

  /// The bytes that it holds, counted: room for keys and values of a whole context in each layer.
  public long bytes() {
    long numbers = 0;
    for (int i = 0; i < filled.length; i++) {
      numbers += keys.get(i).data().length;
      numbers += values.get(i).data().length;
    }
    return numbers * Float.BYTES;
  }

  /// How many positions it holds. Within a step the first layers are ahead of the others.
  public int size() {
    return filled.length == 0 ? 0 : filled[0];
  }

  /// Forgets all positions. O(layers).
  public void clear() {
    Arrays.fill(filled, 0);
  }

  /// More positions of a layer, (1,heads,rows,c) each.
  ///
  /// @throws IllegalStateException when they do not fit
  public void append(int layer, Tensor key, Tensor value) {
    int from = filled[layer];
    int to = from + key.shape().length(2);
    if (to > capacity) {
      throw new IllegalStateException(
          "the cache has room for %d positions, got %d after %d"
              .formatted(capacity, to - from, from));
    }
    keys.get(layer).slice(2, from, to).assign(key);
    values.get(layer).slice(2, from, to).assign(value);
    filled[layer] = to;
  }

  /// The keys of a layer's positions so far, a view: (1,heads,positions,c).
  public Tensor keys(int layer) {
    return keys.get(layer).slice(2, 0, filled[layer]);
  }

  /// The values of a layer's positions so far, a view: (1,heads,positions,c).
  public Tensor values(int layer) {
    return values.get(layer).slice(2, 0, filled[layer]);
  }
}
