package tapeline.transformer;

import java.util.ArrayList;
import java.util.List;
import tapeline.tensor.Tensor;

/// The keys and values of the places that a model has seen, so that the next one is all that is left
/// to compute: they depend on earlier places only, which never change.
public final class KeyValueCache {
  private final List<Tensor> keys = new ArrayList<>();
  private final List<Tensor> values = new ArrayList<>();
  private final int[] places;
  private final int capacity;

  /// Room for `capacity` places of a model of this size.
  public KeyValueCache(int layers, int heads, int width, int capacity) {
    for (int i = 0; i < layers; i++) {
      keys.add(Tensor.zeros(1, heads, capacity, width / heads));
      values.add(Tensor.zeros(1, heads, capacity, width / heads));
    }
    this.places = new int[layers];
    this.capacity = capacity;
  }

  /// The bytes of such a cache: 2·layers·capacity·width numbers of 4 bytes.
  public static long bytes(int layers, int width, int capacity) {
    return 2L * layers * capacity * width * Float.BYTES;
  }

  /// The bytes that it holds, counted.
  public long bytes() {
    long numbers = 0;
    for (int i = 0; i < places.length; i++) {
      numbers += keys.get(i).data().length + values.get(i).data().length;
    }
    return numbers * Float.BYTES;
  }

  /// How many places it holds.
  public int size() {
    return places.length == 0 ? 0 : places[0];
  }

  /// One more place, (1,heads,1,width/heads) each.
  ///
  /// @throws IllegalStateException when it is full
  void append(int layer, Tensor key, Tensor value) {
    int at = places[layer];
    if (at == capacity) {
      throw new IllegalStateException("the cache has room for %d places".formatted(capacity));
    }
    keys.get(layer).slice(2, at, at + 1).assign(key);
    values.get(layer).slice(2, at, at + 1).assign(value);
    places[layer] = at + 1;
  }

  /// (1,heads,places,width/heads), a view.
  Tensor keys(int layer) {
    return keys.get(layer).slice(2, 0, places[layer]);
  }

  /// (1,heads,places,width/heads), a view.
  Tensor values(int layer) {
    return values.get(layer).slice(2, 0, places[layer]);
  }
}
