package tapeline.competition;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import tapeline.bench.compare.Workload;

/// A contestant as a workload of module 19: what the JVMs of a [Rehearsal] run.
public class RehearsalWork implements Workload {
  static final String MAIN = "tapeline.rehearsal.main";
  static final String WORKLOAD = "tapeline.rehearsal.workload";
  static final String SIZE = "tapeline.rehearsal.size";

  private final Contestant contestant;
  private final EventWorkload workload;
  private final Map<String, Integer> size;
  private float[][] input = new float[0][];

  /// The contestant, the workload and the size that the JVM's system properties name.
  public RehearsalWork() throws ReflectiveOperationException {
    this(
        contestant(System.getProperty(MAIN, "")),
        EventWorkload.find(System.getProperty(WORKLOAD, "")).orElseThrow(),
        size(System.getProperty(SIZE, "")));
  }

  /// This contestant on inputs of this size.
  protected RehearsalWork(
      Contestant contestant, EventWorkload workload, Map<String, Integer> size) {
    this.contestant = contestant;
    this.workload = workload;
    this.size = Map.copyOf(size);
  }

  /// Makes a contestant of this class.
  public static Contestant contestant(String main) throws ReflectiveOperationException {
    var made = Class.forName(main).getDeclaredConstructor();
    made.setAccessible(true);
    return (Contestant) made.newInstance();
  }

  /// The flags that say so to a JVM.
  static List<String> flags(String main, EventWorkload workload, Map<String, Integer> size) {
    var text =
        String.join(
            ",",
            size.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).sorted().toList());
    return List.of(
        "-D%s=%s".formatted(MAIN, main),
        "-D%s=%s".formatted(WORKLOAD, workload.id()),
        "-D%s=%s".formatted(SIZE, text));
  }

  private static Map<String, Integer> size(String text) {
    var size = new HashMap<String, Integer>();
    for (var part : List.of(text.split(",", -1))) {
      int at = part.indexOf('=');
      size.put(part.substring(0, at), Integer.valueOf(part.substring(at + 1)));
    }
    return size;
  }

  @Override
  public final void prepare(long seed) {
    input = EventInputs.draw(workload, size, new SplittableRandom(seed)).orElseThrow();
  }

  /// All units of a turn get one input, so an entry that changes it is found out here. What comes
  /// out is the length of the answers, taken as vectors: to rounding the same on both sides.
  @Override
  public final double run(int units) {
    double sum = 0;
    for (int u = 0; u < units; u++) {
      double squares = 0;
      for (float y : contestant.answer(input)) {
        squares += (double) y * y;
      }
      sum += Math.sqrt(squares);
    }
    return sum;
  }
}
