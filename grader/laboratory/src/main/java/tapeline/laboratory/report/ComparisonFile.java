package tapeline.laboratory.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tapeline.bench.Conditions;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.Plan;
import tapeline.bench.stats.SignFlip;
import tapeline.instruments.machine.GpuDriver;
import tapeline.instruments.machine.SystemInfo;

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
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

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
      double p = SignFlip.p(Arrays.copyOf(logs, plan.looks()[i]));
      least = Math.min(least, p * (plan.alpha() / plan.spends()[i]));
    }
    return least;
  }

  /// Returns whether two measurements say the same of their programs: their intervals of the
  /// speed-up, ratios that no machine's speed is in, overlap.
  public boolean agrees(ComparisonFile other) {
    var first = comparison().interval();
    var second = other.comparison().interval();
    return first.low() <= second.high() && second.low() <= first.high();
  }

  /// In what another machine differs from that of this comparison, each in words: its ratios may
  /// differ as well.
  public List<String> differences(SystemInfo other) {
    var here = facts(other);
    return facts(machine).entrySet().stream()
        .filter(fact ->
            !fact.getKey().equals("load") && !fact.getValue().equals(here.get(fact.getKey())))
        .map(fact ->
            "%s: %s there, %s here"
                .formatted(fact.getKey(), fact.getValue(), here.get(fact.getKey())))
        .toList();
  }

  /// The values of a record, by the names in its JSON; of a record within it, with both names.
  static Map<String, String> facts(Object values) {
    var found = new LinkedHashMap<String, String>();
    addFacts(found, "", JSON.valueToTree(values));
    return found;
  }

  private static void addFacts(Map<String, String> facts, String of, JsonNode values) {
    for (var value : values.properties()) {
      if (value.getValue().isObject()) {
        addFacts(facts, of + value.getKey() + " ", value.getValue());
      } else {
        var text = value.getValue();
        facts.put(of + value.getKey(), text.isTextual() ? text.asText() : text.toString());
      }
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
      var json = JSON.readTree(text);
      if (json.get("machine") instanceof ObjectNode machine) {
        // Bundles that were written before these were asked for do not have them.
        machine.putIfAbsent("container", TextNode.valueOf(""));
        machine.putIfAbsent("gpus", TextNode.valueOf(GpuDriver.NONE));
      }
      return JSON.treeToValue(json, ComparisonFile.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("this is no comparison: " + e.getOriginalMessage(), e);
    }
  }
}
