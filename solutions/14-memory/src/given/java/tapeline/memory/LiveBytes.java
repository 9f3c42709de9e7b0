package tapeline.memory;

import static java.util.Collections.newSetFromMap;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorTape;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;
import tapeline.toolkit.TextTable;

/// The bytes that all tapes of one training step hold together, as
/// [tapeline.autograd.TensorTapeStats] counts those of one: also those of a tape that a
/// [Checkpoint] walks while the tape around it waits.
///
/// ```java
/// var live = LiveBytes.beside(model, x);
/// try (var _ = TapeListener.use(live)) {
///   var loss = model.forward(tape.constant(x));
///   live.mark("forward");
///   tape.backward(loss);
///   live.mark("backward");
/// }
/// live.table();
/// ```
///
/// For one thread, and one step: it holds on to what the step's tapes hold.
public final class LiveBytes implements TapeListener {
  private final Set<float[]> apart = newSetFromMap(new IdentityHashMap<>());
  private final Map<Holding, Map<float[], Held>> holders = new EnumMap<>(Holding.class);
  private final Deque<TensorTape> walks = new ArrayDeque<>();
  private final List<MemoryMark> marks = new ArrayList<>();
  private long live;
  private long peak;
  private long peakSinceMark;

  private record Held(long bytes, Set<TensorTape> tapes) {}

  /// The bytes that were held at a named moment.
  ///
  /// @param live bytes at that moment
  /// @param delta more, or fewer, than at the mark before
  /// @param peak the most since the mark before
  public record MemoryMark(String name, long live, long delta, long peak) {}

  /// @param apart what lives longer than a step, as a model's parameters and its batch, is not
  ///   counted
  public LiveBytes(Tensor... apart) {
    for (var as : Holding.values()) {
      holders.put(as, new IdentityHashMap<>());
    }
    for (var t : apart) {
      this.apart.add(t.data());
    }
  }

  /// Apart from a model's parameters, and from these.
  public static LiveBytes beside(Layer model, Tensor... others) {
    var all = new ArrayList<>(List.of(others));
    model.parameters().stream().map(Parameter::value).forEach(all::add);
    return new LiveBytes(all.toArray(Tensor[]::new));
  }

  /// Bytes that are held now.
  public long live() {
    return live;
  }

  /// The most that were held.
  public long peak() {
    return peak;
  }

  /// Returns whether a tape holds the data of this tensor.
  public boolean holds(Tensor tensor) {
    return holders.values().stream().anyMatch(h -> h.containsKey(tensor.data()));
  }

  private Map<float[], Held> holders(Holding as) {
    return Objects.requireNonNull(holders.get(as));
  }

  /// Names this moment.
  public void mark(String name) {
    long before = marks.isEmpty() ? 0 : marks.getLast().live();
    marks.add(new MemoryMark(name, live, live - before, peakSinceMark));
    peakSinceMark = live;
  }

  /// Names this moment, and leaves out the data of a tensor as if no tape held it.
  void markBeside(String name, Tensor tensor) {
    long bytes = holds(tensor) ? (long) Float.BYTES * tensor.data().length : 0;
    live -= bytes;
    mark(name);
    live += bytes;
  }

  /// The marks so far.
  public List<MemoryMark> marks() {
    return List.copyOf(marks);
  }

  /// The marks, a row each.
  public TextTable table() {
    var table = TextTable.of("mark", "live", "delta", "peak");
    marks.forEach(m -> table.row(m.name(), "" + m.live(), "" + m.delta(), "" + m.peak()));
    return table.note("peak: %d bytes".formatted(peak));
  }

  @Override
  public void held(TensorTape tape, Holding as, int node, Tensor tensor, long bytes, long total) {
    var array = tensor.data();
    if (apart.contains(array)) {
      return;
    }
    if (bytes > 0) {
      var held = holders(as).computeIfAbsent(array, _ -> new Held(bytes, new HashSet<>()));
      live += held.tapes().isEmpty() ? bytes : 0;
      held.tapes().add(tape);
      peak = Math.max(peak, live);
      peakSinceMark = Math.max(peakSinceMark, live);
    } else {
      release(holders(as), array, tape);
    }
  }

  private void release(Map<float[], Held> of, float[] array, TensorTape tape) {
    var held = of.get(array);
    if (held != null && held.tapes().remove(tape) && held.tapes().isEmpty()) {
      of.remove(array);
      live -= held.bytes();
    }
  }

  @Override
  public void walkStarts(TensorTape tape) {
    walks.push(tape);
  }

  /// A walk within a walk is over: its tape is garbage, and the walk around it holds what it
  /// brought.
  @Override
  public void walkEnds(TensorTape tape) {
    walks.pop();
    if (!walks.isEmpty()) {
      for (var of : holders.values()) {
        List.copyOf(of.keySet()).forEach(array -> release(of, array, tape));
      }
    }
  }
}
