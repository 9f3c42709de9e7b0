package tapeline.laboratory.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tapeline.toolkit.TextTable;

/// The expectations of the modules' own benchmarks, and whether they hold in what JMH measured when
/// they were last run: `mvn -pl grader test -Dmodule=3 -Dbench` leaves its results in
/// `grader/target/bench`.
///
/// @param expectations by the module whose benchmarks they are of, for example `03-tape-reuse`
record StandardSuite(String name, Map<String, List<Expectation>> expectations) {
  private static final String TWIN = "Again";

  /// Prints a line for each expectation, and where the numbers come from.
  void print() throws IOException {
    var root = Path.of(System.getProperty("tapeline.root", ""));
    IO.println(report(root.resolve("grader/target/bench")));
  }

  /// The same as text.
  ///
  /// @param results JMH's: a file `NN-name.json` of each module
  String report(Path results) throws IOException {
    var table = TextTable.of("expected of the " + name, "from … to", "measured", "outcome");
    var missing = new ArrayList<String>();
    var sources = new ArrayList<String>();
    for (var entry : new TreeMap<>(expectations).entrySet()) {
      var json = results.resolve(entry.getKey() + ".json");
      var scores = Files.exists(json) ? JmhScore.read(json) : List.<JmhScore>of();
      entry.getValue().forEach(e -> table.row(e.row(scores)));
      if (entry.getValue().stream().anyMatch(e -> e.measured(scores).isEmpty())) {
        missing.add(entry.getKey().substring(0, 2));
      }
      noise(table, entry.getKey(), scores);
      sources.addAll(source(results.resolve(entry.getKey() + ".txt")));
    }
    sources.forEach(table::note);
    if (sources.stream().map(StandardSuite::machine).distinct().count() > 1) {
      table.note("the modules were not all measured on one machine, by one JDK, at one commit");
    }
    if (!missing.isEmpty()) {
      table.note(
          "not measured: run mvn -pl grader test -Dmodule=%s -Dbench"
              .formatted(String.join(",", missing)));
    }
    return table.toString();
  }

  /// The baselines beside themselves: what noise alone does.
  private static void noise(TextTable table, String module, List<JmhScore> scores) {
    var wrong = new ArrayList<String>();
    int twins = 0;
    for (var twin : scores) {
      for (var s : scores) {
        if (twin.name().equals(s.name() + TWIN) && s.params().equals(twin.params())) {
          twins++;
          if (!twin.ratio(s).contains(1)) {
            wrong.add(s.name());
          }
        }
      }
    }
    if (twins > 0) {
      table.note(
          "%s, A/A: of %d baselines %d differ from themselves %s"
              .formatted(module, twins, wrong.size(), wrong));
    }
  }

  /// Whose classes ran, when, and on what: the first line of the table that the benchmarks left.
  private static List<String> source(Path text) throws IOException {
    return Files.exists(text) ? List.of(Files.readAllLines(text).getFirst()) : List.of();
  }

  /// The part of a source that is the same for all modules of one machine: neither whose classes
  /// ran, nor the flags and the time at its end.
  private static String machine(String source) {
    return source.replaceFirst("^.*? · ", "").replaceFirst(" · flags .*", "");
  }
}
