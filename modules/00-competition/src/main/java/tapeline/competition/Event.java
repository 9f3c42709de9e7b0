package tapeline.competition;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// An event, as a file of JSON says it: what is computed, how large, how exactly, against what.
///
/// A new event of a known workload needs a file and no code.
///
/// @param id in small letters and dashes, for example `matmul`
/// @param title for people
/// @param about one paragraph: the task, the input's arrays, the answer
/// @param workload what draws the inputs and knows the right answers: `scalar-gradient`, `matmul`,
///   `train-classifier`, `generate-tokens`, `classify` or `kernel-matmul`
/// @param metric what it ranks by
/// @param publicSizes a learner may measure at these; a size is a number by name, for example
///   `{"m":64,"k":64,"n":64}`
/// @param secretSizes the judge draws each number between `least` and `most`
/// @param dtype of the numbers, for example `float32`
/// @param threads an entry may use
/// @param tolerance of an answer beside the one in float64, relative to the answer's largest
///   number; for classes the share that has to be right; for tokens how far below the largest logit
///   the chosen one's may lie
/// @param baseline the class of the `Contestant` it is compared with
/// @param limits of an entry
/// @param floor what no machine of this kind can do
public record Event(
    String id,
    String title,
    String about,
    String workload,
    Metric metric,
    List<Map<String, Integer>> publicSizes,
    SizeRange secretSizes,
    String dtype,
    int threads,
    double tolerance,
    String baseline,
    EventLimits limits,
    PeakRates floor) {
  public Event {
    publicSizes = publicSizes.stream().map(Event::inOrder).toList();
  }

  /// Reads an event.
  ///
  /// @throws IllegalArgumentException when the text is no event, or the event breaks rules, naming
  ///   all of them
  public static Event read(String json) {
    var event = CompetitionJson.read("event", json, Event.class);
    var problems = EventRules.problems(event);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "the event \"%s\": %s".formatted(event.id(), String.join("; ", problems)));
    }
    return event;
  }

  /// Returns this event as JSON.
  public String write() {
    return CompetitionJson.write(this);
  }

  /// The workload.
  ///
  /// @throws IllegalArgumentException when it is not known
  public EventWorkload kind() {
    return EventWorkload.find(workload)
        .orElseThrow(() -> new IllegalArgumentException("no workload is called " + workload));
  }

  /// Sorts the sizes by name, so that they print in the same order in every run.
  private static Map<String, Integer> inOrder(Map<String, Integer> size) {
    return Collections.unmodifiableMap(new TreeMap<>(Map.copyOf(size)));
  }

  /// Sizes between two, both included.
  public record SizeRange(Map<String, Integer> least, Map<String, Integer> most) {
    public SizeRange {
      least = inOrder(least);
      most = inOrder(most);
    }
  }

  /// The budget of an entry.
  ///
  /// @param setUpSeconds for its JVM to start and `setUp` to return
  /// @param answerSeconds for one answer
  /// @param memoryMiB of Java heap
  /// @param budgetSeconds for all that is judged of it beside another: its set-ups and answers
  /// @param archiveKiB of the archive, unpacked
  public record EventLimits(
      int setUpSeconds, int answerSeconds, int memoryMiB, int budgetSeconds, int archiveKiB) {

    /// Seconds that an entry can take of a pair: its budget, and what it has begun when that is
    /// used up.
    public int mostSeconds() {
      return budgetSeconds + Math.max(setUpSeconds, answerSeconds);
    }
  }

  /// A ceiling: an answer that needs `f` flops and moves `b` bytes takes at least `max(f / gflops,
  /// b / gbytes)` ns.
  ///
  /// @param gflops 10⁹ floating-point operations a second, of the threads together
  /// @param gbytes 10⁹ bytes a second between caches and memory
  public record PeakRates(double gflops, double gbytes) {}
}
