package tapeline.laboratory.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.laboratory.suite.SuiteRules.Broken;

/// The design rules of benchmarks: the course's own keep them, and a made-up one that breaks one is
/// told that one.
class SuiteRulesTest {
  private static final String BASE =
      """
      /// How the sums are measured: on the CPU.
      @State(Scope.Thread)
      @Fork(3)
      @Warmup(iterations = 2)
      public abstract class SumBase {
        static void check(double got, double want) {
          if (got != want) {
            throw new IllegalStateException("a wrong answer is not timed");
          }
        }
      }
      """;
  private static final String GOOD =
      """
      /// Is one loop faster than a stream? A sum of n doubles.
      ///
      /// Prediction: the loop takes half the time.
      ///
      /// Run: `mvn -Dbench`
      public class SumBenchmark extends SumBase {
        @Param({"10", "1000"})
        int n;

        private double[] x = {};

        @Setup
        public void prepare() {
          x = new Random(7).doubles(n).toArray();
          check(loop(), stream());
        }

        @Benchmark
        public double stream() {
          return Arrays.stream(x).sum();
        }

        @Benchmark
        public double streamAgain() {
          return stream();
        }

        @Benchmark
        public double loop() {
          double sum = 0;
          for (double v : x) sum += v;
          return sum;
        }
      }
      """;

  @TempDir Path folder;

  private List<Broken> broken(String base, String benchmark) throws IOException {
    Files.writeString(folder.resolve("SumBase.java"), base);
    Files.writeString(folder.resolve("SumBenchmark.java"), benchmark);
    return SuiteRules.broken(BenchClass.below(folder, ""));
  }

  @Test
  void the_courses_own_benchmarks_keep_them() throws IOException, URISyntaxException {
    var classes = BenchClass.below(solutions(), "src/bench");
    assertThat(classes.stream().filter(c -> c.name().endsWith("Benchmark")))
        .as("benchmarks found")
        .hasSizeGreaterThan(30);
    assertThat(SuiteRules.broken(classes)).isEmpty();
  }

  /// Above the folder of this class.
  private static Path solutions() throws URISyntaxException {
    var source = SuiteRulesTest.class.getProtectionDomain().getCodeSource();
    var at = Path.of(source.getLocation().toURI());
    while (!Files.isDirectory(at.resolve("solutions"))) {
      at = Objects.requireNonNull(at.getParent());
    }
    return at.resolve("solutions");
  }

  @Test
  void a_benchmark_that_keeps_all_of_them_is_told_nothing() throws IOException {
    assertThat(broken(BASE, GOOD)).isEmpty();
  }

  /// A text is taken out, or another one put in its place.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "QUESTION   | faster than a stream?           | faster.",
        "PREDICTION | Prediction: the loop            | The loop",
        "COMMAND    | Run: `mvn -Dbench`              | See there.",
        "TWIN       | streamAgain                     | streamTwice",
        "CHECK      | check(loop(), stream());        | loop();",
        "TYPE       | n doubles                       | n numbers",
        "SEED       | new Random(7)                   | new Random()",
        "INPUT      | return Arrays.stream(x).sum()   | return 1.0 + 2.0",
        "RESULT     | public double loop()            | public void loop()",
      })
  void a_broken_rule_is_named(String rule, String kept, String instead) throws IOException {
    var told = broken(BASE, GOOD.replace(kept, instead));
    assertThat(told).extracting(b -> b.rule().name()).contains(rule).containsOnly(rule);
  }

  @Test
  void what_the_base_class_says_counts() throws IOException {
    assertThat(broken(BASE.replace("on the CPU", "in turns"), GOOD))
        .extracting(Broken::rule)
        .containsExactly(SuiteRules.Rule.DEVICE);
    assertThat(broken(BASE.replace("@Warmup(iterations = 2)", ""), GOOD))
        .extracting(Broken::rule)
        .containsExactly(SuiteRules.Rule.WARM_UP);
    assertThat(broken(BASE.replace("@Fork(3)", "@Fork(value = 1, jvmArgs = \"-Xint\")"), GOOD))
        .extracting(Broken::rule)
        .containsExactly(SuiteRules.Rule.FORKS);
  }

  @Test
  void numbers_drawn_where_a_field_begins_need_a_seed_too() throws IOException {
    for (var begins :
        List.of("double[] y = new Random().doubles(9).toArray();", "{ x[0] = Math.random(); }")) {
      assertThat(broken(BASE, GOOD.replace("  @Setup\n", begins + "\n  @Setup\n")))
          .extracting(Broken::rule)
          .containsExactly(SuiteRules.Rule.SEED);
    }
  }

  @Test
  void forks_are_found_wherever_they_stand() throws IOException {
    var flags = "@Fork(jvmArgs = \"-Xint\", value = %d)";
    assertThat(broken(BASE.replace("@Fork(3)", flags.formatted(3)), GOOD)).isEmpty();
    assertThat(broken(BASE.replace("@Fork(3)", flags.formatted(1)), GOOD))
        .extracting(Broken::rule)
        .containsExactly(SuiteRules.Rule.FORKS);
    var ofMethods = GOOD.replace("@Benchmark", "@Benchmark @Fork(2)");
    assertThat(broken(BASE.replace("@Fork(3)", ""), ofMethods)).isEmpty();
    assertThat(broken(BASE, GOOD.replaceFirst("@Benchmark", "@Benchmark @Fork(1)")))
        .extracting(Broken::where, Broken::rule)
        .containsExactly(tuple("SumBenchmark.stream", SuiteRules.Rule.FORKS));
  }

  @Test
  void a_state_that_is_handed_in_is_looked_at() throws IOException {
    var state =
        """
          @State(Scope.Thread)
          public static class Numbers {
            @Param({"10", "1000"})
            int n;

            double[] x = {};

            @Setup(Level.Iteration)
            public void prepare() {
              x = new Random(7).doubles(n).toArray();
              check(loop(this), stream(this));
            }
          }

        """;
    int from = GOOD.indexOf("  @Param");
    int to = GOOD.indexOf("  @Benchmark");
    var handed =
        (GOOD.substring(0, from) + state + GOOD.substring(to))
            .replaceAll("(stream|streamAgain|loop)\\(\\) \\{", "$1(SumBenchmark.Numbers s) {")
            .replace("(x)", "(s.x)")
            .replace(" : x)", " : s.x)");
    assertThat(broken(BASE, handed)).isEmpty();
    assertThat(broken(BASE, handed.replace("new Random(7)", "new Random()")))
        .extracting(Broken::rule)
        .containsExactly(SuiteRules.Rule.SEED);
  }

  @Test
  void what_cannot_be_looked_at_does_not_keep_the_rules() throws IOException {
    assertThatThrownBy(() -> broken(BASE, GOOD.replace("double sum = 0;", "double sum = ;")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("(?s).*SumBenchmark.java:\\d+ does not parse: illegal start of .*");
    var empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(() -> BenchClass.below(empty, ""))
        .hasMessage("rules are looked for in Java files, got none in " + empty);
    Files.writeString(empty.resolve("SumBase.java"), BASE);
    var classes = BenchClass.below(empty, "");
    assertThatThrownBy(() -> SuiteRules.table(classes))
        .hasMessage("rules are for classes with benchmarks, got none in 1 classes");
  }

  @Test
  void a_baseline_alone_and_a_size_that_nothing_tells_are_named() throws IOException {
    int loop = GOOD.lastIndexOf("  @Benchmark");
    var alone = GOOD.substring(0, loop) + GOOD.substring(loop).replace("  @Benchmark\n", "");
    assertThat(broken(BASE, alone))
        .extracting(Broken::rule)
        .containsExactly(SuiteRules.Rule.CONTENDER);
    assertThat(broken(BASE, GOOD.replace("  @Param({\"10\", \"1000\"})\n", "")))
        .extracting(Broken::rule)
        .containsExactly(SuiteRules.Rule.SHAPE);
  }

  @Test
  void the_table_has_a_line_for_each() throws IOException {
    Files.writeString(folder.resolve("SumBase.java"), BASE);
    Files.writeString(
        folder.resolve("SumBenchmark.java"),
        GOOD.replace("public double loop", "public void loop"));
    var table = SuiteRules.table(BenchClass.below(folder, ""));
    assertThat(table.rows())
        .containsExactly(
            List.of(
                "SumBenchmark.loop",
                "result",
                "a result is returned or given to a Blackhole: else it need not be computed"));
    assertThat(table.toString()).contains("1 rules broken, in 1 classes with benchmarks");
  }
}
