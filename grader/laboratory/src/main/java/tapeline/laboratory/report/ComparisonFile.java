package tapeline.laboratory.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import tapeline.bench.Conditions;
import tapeline.bench.SystemInfo;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.Plan;
import tapeline.bench.stats.SignFlip;

/// A comparison with all that is needed to judge it, and to make it again.
///
/// @param a the baseline
/// @param b the other
/// @param conditions of both
/// @param plan by which it was run
/// @param alpha the error rate that the last look spent
/// @param seed of the plan's draws
/// @param revision of the code, for example git's
/// @param machine on which
/// @param when as ISO 8601
/// @param forks the raw times
public record ComparisonFile(
    Entrant a,
    Entrant b,
    Conditions conditions,
    Plan plan,
    double alpha,
    long seed,
    String revision,
    SystemInfo machine,
    String when,
    List<ForkTimes> forks) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// One side.
  ///
  /// @param workload the class that was run
  /// @param flags further flags of its JVM
  /// @param program the hash of its classes, see [PackedProgram#hash]
  public record Entrant(String name, String workload, List<String> flags, String program) {
    public Entrant {
      flags = List.copyOf(flags);
    }
  }

  public ComparisonFile {
    forks = List.copyOf(forks);
  }

  /// Of what came of a comparison.
  ///
  /// @param c its result; the names are those of the entrants
  public static ComparisonFile of(
      Comparison c,
      Entrant a,
      Entrant b,
      Conditions conditions,
      Plan plan,
      long seed,
      String revision,
      SystemInfo machine,
      String when) {
    var forks = c.forks().stream().map(ForkTimes::of).toList();
    return new ComparisonFile(
        a, b, conditions, plan, c.alpha(), seed, revision, machine, when, forks);
  }

  /// The comparison, computed again from the raw times.
  @JsonIgnore
  public Comparison comparison() {
    return new Comparison(a.name(), b.name(), forks.stream().map(ForkTimes::fork).toList(), alpha);
  }

  /// For example `tiled beside plain`.
  public String title() {
    return b.name() + " beside " + a.name();
  }

  /// The p-value of the plan as a whole, all its looks together: the least of each look's p times
  /// `alpha` over what that look may spend. Below `plan.alpha()` exactly when a look decided.
  public double p() {
    double[] logs = comparison().forks().stream().mapToDouble(Fork::logRatio).toArray();
    double least = 1;
    for (int i = 0; i < plan.looks().length && plan.looks()[i] <= logs.length; i++) {
      double p = SignFlip.p(java.util.Arrays.copyOf(logs, plan.looks()[i]));
      least = Math.min(least, p * (plan.alpha() / plan.spends()[i]));
    }
    return least;
  }

  /// In what another machine differs from that of this comparison, each in words: its ratios may
  /// differ as well.
  public List<String> differences(SystemInfo other) {
    var found = new ArrayList<String>();
    differs(found, "processor", machine.processor(), other.processor());
    differs(found, "cores", machine.cores(), other.cores());
    differs(found, "caches", machine.caches(), other.caches());
    differs(found, "memory", gibibytes(machine), gibibytes(other));
    differs(found, "system", machine.system(), other.system());
    differs(found, "JVM", machine.jvm(), other.jvm());
    return found;
  }

  private static String gibibytes(SystemInfo info) {
    return (info.memory() >> 30) + " GiB";
  }

  private static void differs(List<String> found, String what, Object there, Object here) {
    if (!there.equals(here)) {
      found.add("%s: %s there, %s here".formatted(what, there, here));
    }
  }

  public String toJson() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // numbers and words can be written
    }
  }

  /// Reads what [#toJson] wrote.
  ///
  /// @throws IllegalArgumentException when the text is no comparison
  public static ComparisonFile fromJson(String text) {
    try {
      return JSON.readValue(text, ComparisonFile.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("this is no comparison: " + e.getOriginalMessage(), e);
    }
  }
}
