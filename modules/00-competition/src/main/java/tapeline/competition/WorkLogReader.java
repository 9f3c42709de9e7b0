package tapeline.competition;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tapeline.competition.Manifest.Claim;
import tapeline.competition.Manifest.Times;
import tapeline.competition.WorkLog.Measured;
import tapeline.competition.WorkLog.Step;

/// The form of a [WorkLog]: named lines, in blocks.
final class WorkLogReader {
  private static final Pattern LINE =
      Pattern.compile("(event|step|hypothesis|change|forks|claim|decision|whole):(.*)");
  private static final Set<String> BLOCKS = Set.of("event", "step", "whole");
  private static final String NUMBER = "(\\d{1,15}(?:\\.\\d{1,9})?)";
  private static final Pattern FORK = Pattern.compile(NUMBER + "/" + NUMBER);
  private static final Pattern CLAIM =
      Pattern.compile(NUMBER + " \\(" + NUMBER + " to " + NUMBER + "\\)");

  private WorkLogReader() {}

  static WorkLog read(String text) {
    var blocks = blocks(text);
    if (blocks.size() < 2
        || !blocks.getFirst().containsKey("event")
        || !blocks.getLast().containsKey("whole")) {
      throw new IllegalArgumentException(
          "a work log begins with a line \"event: …\", and its last block with \"whole:\", got %s"
              .formatted(blocks.stream().map(b -> b.keySet().iterator().next()).toList()));
    }
    var steps = new ArrayList<Step>();
    for (var block : blocks.subList(1, blocks.size() - 1)) {
      var name = line(block, "step");
      steps.add(
          new Step(
              name,
              line(block, "hypothesis"),
              line(block, "change"),
              measured(block),
              line(block, "decision")));
    }
    return new WorkLog(line(blocks.getFirst(), "event"), steps, measured(blocks.getLast()));
  }

  private static List<Map<String, String>> blocks(String text) {
    var blocks = new ArrayList<Map<String, String>>();
    var last = "";
    for (var each : text.lines().map(String::strip).filter(l -> !l.isEmpty()).toList()) {
      var line = LINE.matcher(each);
      boolean named = line.matches();
      if (named && BLOCKS.contains(line.group(1))) {
        blocks.add(new LinkedHashMap<>());
      }
      if (blocks.isEmpty()) {
        throw new IllegalArgumentException(
            "a work log begins with a line \"event: …\", got \"%s\"".formatted(each));
      }
      var block = blocks.getLast();
      if (!named) {
        block.merge(last, each, (above, more) -> above + " " + more);
      } else {
        last = line.group(1);
        if (block.put(last, line.group(2).strip()) != null) {
          throw new IllegalArgumentException("a step has one line %s, got two".formatted(last));
        }
      }
    }
    return blocks;
  }

  private static String line(Map<String, String> block, String name) {
    var value = block.get(name);
    if (value == null) {
      var of = block.containsKey("step") ? "step \"" + block.get("step") + "\"" : "whole";
      throw new IllegalArgumentException("%s has a line \"%s: …\", got none".formatted(of, name));
    }
    return value;
  }

  private static Measured measured(Map<String, String> block) {
    var forks = new ArrayList<Times>();
    for (var word : line(block, "forks").split("\\s+", -1)) {
      var fork = FORK.matcher(word);
      if (!fork.matches()) {
        throw new IllegalArgumentException(
            "a fork is the microseconds before and after, as 51234.5/34113.4, got \"%s\""
                .formatted(word));
      }
      forks.add(
          WorkLog.fork(
              1000 * Double.parseDouble(fork.group(1)), 1000 * Double.parseDouble(fork.group(2))));
    }
    var claim = CLAIM.matcher(line(block, "claim"));
    if (!claim.matches()) {
      throw new IllegalArgumentException(
          "a claim is the ratio and its interval, as 1.502 (1.490 to 1.511), got \"%s\""
              .formatted(line(block, "claim")));
    }
    return new Measured(
        forks,
        new Claim(
            Double.parseDouble(claim.group(1)),
            Double.parseDouble(claim.group(2)),
            Double.parseDouble(claim.group(3))));
  }
}
