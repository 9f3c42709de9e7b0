package tapeline.competition;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The rules for an event, so that a file alone is a fair event.
public final class EventRules {
  /// A number by which a size is named is at most this.
  public static final int LARGEST = 1 << 20;

  private EventRules() {}

  /// Which rules an event breaks, each in words with the value; empty when it keeps all.
  public static List<String> problems(Event event) {
    var problems = new ArrayList<>(words(event));
    var workload = EventWorkload.find(event.workload());
    if (workload.isEmpty()) {
      problems.add(
          "a workload is one of %s, got \"%s\""
              .formatted(
                  List.of(EventWorkload.values()).stream().map(EventWorkload::id).toList(),
                  event.workload()));
    } else {
      problems.addAll(sizes(event, workload.get().sizeNames()));
      problems.addAll(sums(event, workload.get()));
    }
    problems.addAll(numbers(event));
    return List.copyOf(problems);
  }

  private static List<String> words(Event event) {
    var problems = new ArrayList<String>();
    if (!event.id().matches("[a-z][a-z0-9]*(-[a-z0-9]+)*") || event.id().length() > 40) {
      problems.add(
          "an id is small letters, digits and dashes, up to 40, got \"%s\"".formatted(event.id()));
    }
    if (event.title().isBlank() || event.about().isBlank()) {
      problems.add("an event has a title and says what it is about, got blanks");
    }
    if (!event.dtype().equals("float32")) {
      problems.add("answers are float32, got \"%s\"".formatted(event.dtype()));
    }
    if (!event.baseline().matches("[A-Za-z_$][\\w$]*(\\.[A-Za-z_$][\\w$]*)*")) {
      problems.add("a baseline is the name of a class, got \"%s\"".formatted(event.baseline()));
    }
    boolean kernel = event.workload().startsWith("kernel-");
    if (event.metric() == Metric.TRAFFIC && !kernel) {
      problems.add("TRAFFIC is counted of a kernel, got \"%s\"".formatted(event.workload()));
    }
    if (event.metric() == Metric.DEVICE_TIME && !kernel) {
      problems.add("DEVICE_TIME is that of a kernel, got \"%s\"".formatted(event.workload()));
    }
    return problems;
  }

  /// The sizes: each has exactly the workload's names, and lies from 1 to [#LARGEST]; there is one
  /// that is public; and no name's least is above its most.
  static List<String> sizes(Event event, Set<String> names) {
    var problems = new ArrayList<String>();
    var secret = event.secretSizes();
    var all = new ArrayList<>(event.publicSizes());
    all.add(secret.least());
    all.add(secret.most());
    if (event.publicSizes().isEmpty()) {
      problems.add("an event has at least one public size, got none");
    }
    for (var size : all) {
      if (!size.keySet().equals(names)) {
        problems.add("a size names %s, got %s".formatted(sorted(names), sorted(size.keySet())));
        continue;
      }
      size.forEach((name, value) -> range(problems, name, value, 1, LARGEST));
    }
    for (var name : names) {
      int least = secret.least().getOrDefault(name, 1);
      int most = secret.most().getOrDefault(name, LARGEST);
      if (least > most) {
        problems.add(
            "of %s the least is at most the most, got %d and %d".formatted(name, least, most));
      }
    }
    return problems;
  }

  private static List<String> sums(Event event, EventWorkload workload) {
    return Stream.concat(event.publicSizes().stream(), Stream.of(event.secretSizes().most()))
        .filter(s -> s.values().stream().mapToLong(n -> n).sum() > workload.most())
        .map(s ->
            "the numbers of a size of %s come to %d at most, got %s"
                .formatted(workload.id(), workload.most(), s))
        .toList();
  }

  private static List<String> numbers(Event event) {
    var problems = new ArrayList<String>();
    var limits = event.limits();
    range(problems, "threads", event.threads(), 1, 256);
    range(problems, "setUpSeconds", limits.setUpSeconds(), 1, 600);
    range(problems, "answerSeconds", limits.answerSeconds(), 1, 3600);
    range(problems, "memoryMiB", limits.memoryMiB(), 16, 65536);
    range(problems, "budgetSeconds", limits.budgetSeconds(), 1, 86400);
    range(problems, "archiveKiB", limits.archiveKiB(), 1, 65536);
    // 0 would ask for bits that no order of additions agrees on, and NaN would forgive everything.
    if (!(event.tolerance() > 0 && event.tolerance() < 1)) {
      problems.add("a tolerance lies between 0 and 1, got " + event.tolerance());
    }
    var floor = event.floor();
    for (double ceiling : new double[] {floor.gflops(), floor.gbytes()}) {
      if (!(ceiling > 0 && ceiling <= 1e9)) {
        problems.add("a ceiling lies between 0 and 1e9, got " + ceiling);
      }
    }
    return problems;
  }

  /// Adds a sentence unless the value lies between two, both included.
  static void range(List<String> problems, String name, int value, int least, int most) {
    if (value < least || value > most) {
      problems.add("%s lies from %d to %d, got %d".formatted(name, least, most, value));
    }
  }

  private static List<String> sorted(Set<String> names) {
    return names.stream().sorted().toList();
  }
}
