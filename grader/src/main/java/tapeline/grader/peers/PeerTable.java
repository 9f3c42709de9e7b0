package tapeline.grader.peers;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import tapeline.grader.peers.PeerResult.Way;

/// The comparison with the peers, for people.
///
/// @param missing a line for each peer that is not to be had and each row that failed, each ended
/// @param machines what each fork says of the machine and of itself
/// @param failures how many rows failed, each as often as it did
record PeerTable(List<PeerResult> results, List<JsonNode> machines, String missing, int failures) {
  private static final int PROFILER = 11; // its module
  private static final double STEADY = 1.3; // of the medians of forks, the largest to the smallest
  private static final String LEGEND =
      """

      A time is the median over the blocks of all forks, of a pass with a new tape or graph, and with
      what each engine does to free its memory. A ratio is the reference's time to the peer's in the same
      block, their median, with the sign test's 95 % interval; A/A is the reference to itself. Of forks
      stand the medians of their ratios; rows where they differ by more than 1.3 have more. PyTorch
      runs eagerly and is called through DJL, which costs some µs an op: see the op on two numbers.
      OpenBLAS, EJML write into an array that is there; the reference returns a new tensor.
      Where nothing is said of backward, nothing is recorded; the backward of a training step includes
      the step itself. The peak is what the tape holds at most, for its gradients too; allocated is what
      a pass takes from the Java heap. A peer's bytes are not measured.
      A block in which another program used a processor is measured again, as often as is said above.
      At 11 each engine runs under its own profiler, beside itself alone.
      GELU is tanh's formula in the reference, and the exact one in PyTorch, whose cross-entropy is
      log-softmax, gather, mean and neg: DJL reaches no single op. A fused row is the reference's own.
      """;

  /// From the lines of all forks, one work or machine a line. A row that failed in one fork is
  /// missing, whatever the others measured.
  static PeerTable read(List<String> lines) throws IOException {
    var mapper = new ObjectMapper();
    Map<Integer, List<JsonNode>> works = new TreeMap<>();
    var machines = new ArrayList<JsonNode>();
    var missing = new TreeSet<String>();
    var failed = new ArrayList<Integer>();
    for (var line : lines) {
      var node = mapper.readTree(line);
      if (node.has("missing")) {
        missing.add(
            "%s is left out: %s%n"
                .formatted(node.path("missing").asText(), node.path("why").asText()));
        if (node.has("place")) { // what failed in one fork is shown from none
          failed.add(node.path("place").asInt());
        }
      } else if (node.has("machine")) {
        machines.add(node);
      } else {
        works.computeIfAbsent(node.path("place").asInt(), _ -> new ArrayList<>()).add(node);
      }
    }
    failed.forEach(works::remove);
    return new PeerTable(
        works.values().stream().map(PeerResult::of).toList(),
        machines,
        String.join("", missing),
        failed.size());
  }

  /// Returns whether all forks ran, and in them all rows but those of a peer that is not to be had.
  boolean isWhole() {
    int forks = machines.size();
    boolean allRan = forks == PeerForks.FORKS || forks == PeerForks.FORKS + PeerForks.MORE;
    return allRan && failures == 0;
  }

  /// Returns the places of the rows whose forks differ.
  List<Integer> unsteady() {
    return results.stream()
        .filter(r -> r.together().spread() > STEADY)
        .map(PeerResult::place)
        .toList();
  }

  /// Lines no longer than 100 columns.
  String text() {
    var text = new StringBuilder(head());
    int module = 0;
    for (var r : results) {
      if (r.module() != module) {
        module = r.module();
        text.append(
            "%n%-12s %14s %14s   %-22s %s%n"
                .formatted(
                    "%02d".formatted(module),
                    isProfiler(r) ? "watched, µs" : "reference, µs",
                    isProfiler(r) ? "alone, µs" : "peer, µs",
                    "ratio",
                    "A/A"));
      }
      text.append(
          "  %s · %s · %s %s, batch %d · beside %s%n"
              .formatted(r.op(), r.shape(), r.dtype(), r.device(), r.batch(), r.peer()));
      text.append(line("forward", r.forward()));
      var backward = r.backward();
      if (backward != null) {
        text.append(line("backward", backward)).append(line("together", r.together()));
      }
      text.append(forks(r.together().byFork()));
      text.append(goal(r));
      text.append("    %s%n".formatted(bytes(r)));
    }
    return text + LEGEND;
  }

  /// Returns whether one engine is compared with itself under its profiler.
  private static boolean isProfiler(PeerResult r) {
    return r.module() == PROFILER;
  }

  private static String forks(double... medians) {
    return Arrays.stream(medians)
        .mapToObj("%.2f"::formatted)
        .collect(joining(" ", "    forks    ", "%n".formatted()));
  }

  private static String goal(PeerResult r) {
    if (Double.isNaN(r.goal())) {
      return "";
    }
    var ratio = r.together().ratio();
    var verdict =
        ratio.high() <= r.goal() ? "reached" : ratio.low() > r.goal() ? "missed" : "undecided";
    return "    goal     %.2f %s%n".formatted(r.goal(), verdict);
  }

  private static String line(String name, Way way) {
    return "    %-8s %14s %14s   %-22s %s%n"
        .formatted(
            name,
            micros(way.ours()),
            micros(way.theirs()),
            interval(way.ratio()),
            interval(way.again()));
  }

  private String head() {
    var first = machines.getFirst();
    double foreign =
        machines.stream().mapToDouble(m -> m.path("foreign").asDouble(Double.NaN)).max().orElse(0);
    return "The reference solutions beside %s and others, %s on the CPU,%n%s%n%s%n%d forks; %s%n%s%s"
        .formatted(
            first.path("peer").asText(),
            results.stream().map(PeerResult::dtype).distinct().collect(joining(" and ")),
            threads(first.path("threads").asInt()),
            first.path("machine").asText(),
            machines.size(),
            busy(foreign),
            blocks(),
            missing);
  }

  /// How the blocks came about, in a line that is ended.
  String blocks() {
    int kept = results.stream().mapToInt(r -> r.windows().taken()).sum();
    int repeated = results.stream().mapToInt(r -> r.windows().repeated()).sum();
    int disturbed = results.stream().mapToInt(r -> r.windows().disturbed()).sum();
    return "%,d blocks; %,d disturbed ones were repeated, %,d were kept%s%n"
        .formatted(kept, repeated, disturbed, disturbed > 0 ? ": NOT A QUIET MACHINE" : "");
  }

  private static String threads(int theirs) {
    return theirs == 1
        ? "one thread each"
        : "%d threads of PyTorch's, OpenBLAS's and the reference's at 13; one of all others"
            .formatted(theirs);
  }

  private static String busy(double processors) {
    if (Double.isNaN(processors)) {
      return "how busy other programs were is not known here";
    }
    return "other programs used up to %.2f processors meanwhile".formatted(processors);
  }

  private static String bytes(PeerResult r) {
    var allocated = "allocated " + whole(r.allocatedBytes()) + " B";
    return r.peakBytes() < 0 ? allocated : "peak " + whole(r.peakBytes()) + " B, " + allocated;
  }

  private static String interval(PairedRatio ratio) {
    var value = "%.2f".formatted(ratio.value());
    return Double.isNaN(ratio.low())
        ? value
        : value + " [%.2f, %.2f]".formatted(ratio.low(), ratio.high());
  }

  private static String micros(double nanos) {
    return nanos < 100_000 ? "%,.2f".formatted(nanos / 1000) : "%,.0f".formatted(nanos / 1000);
  }

  private static String whole(long bytes) {
    return "%,d".formatted(bytes);
  }
}
