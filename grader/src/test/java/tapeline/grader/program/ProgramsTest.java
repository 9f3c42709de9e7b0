package tapeline.grader.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.grader.course.Front;
import tapeline.grader.generate.Generate;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Workers;

class ProgramsTest {
  private static final String SUM = "IO.println(\"learnt π, \" + Count.sum(new int[] {1, 2}));";

  @TempDir Path folder;
  private Course course;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private Duration limit = Duration.ofHours(1);

  @BeforeEach
  void give() throws IOException {
    course = FixtureCourse.in(folder).course();
  }

  @Test
  void a_program_prints_what_the_reference_computes() throws IOException {
    write("Learns", SUM);
    assertThat(run("Learns", true)).isTrue();
    assertThat(printed.toString(UTF_8))
        .startsWith("01-count, the reference solution · JDK ")
        .endsWith("\n\nlearnt π, 3\n");
  }

  @Test
  void what_it_draws_over_itself_is_handed_on_as_it_is() throws IOException {
    write("Draws", "IO.print(\"\\r50 %\\r100 %\");");
    assertThat(run("Draws", true)).isTrue();
    assertThat(printed.toString(UTF_8)).endsWith("\r50 %\r100 %");
  }

  @Test
  void a_flag_is_one_of_its_jvm() throws IOException {
    write("Flagged", "System.out.println(\"plain: \" + System.getProperty(\"tapeline.plain\"));");
    assertThat(run("Flagged", true, "-Dtapeline.plain=true")).isTrue();
    assertThat(printed.toString(UTF_8)).contains("plain: true");
  }

  @Test
  void words_behind_the_name_are_its_arguments() throws IOException {
    write("Echo", "IO.println(String.join(\"|\", args));");
    write("Learns", SUM);
    assertThat(run("Echo 20 x, Learns", true)).isTrue();
    assertThat(printed.toString(UTF_8)).contains("\n20|x\n").endsWith("learnt π, 3\n");
  }

  @Test
  void words_are_refused_before_any_program_runs_where_main_takes_none() throws IOException {
    write("Learns", SUM);
    write("Silent", "");
    var source = course.solution(course.module(1)).resolve("src/main/java/count/Silent.java");
    Files.writeString(source, Course.read(source).replace("main(String[] args)", "main()"));
    assertThatThrownBy(() -> run("Learns, Silent 20 x", true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Silent takes no words behind its name, got 20 x");
    assertThat(printed.toString(UTF_8)).isEmpty();
    assertThat(run("Silent", true)).isTrue();
  }

  @Test
  void a_program_has_no_locale_of_the_machine() throws IOException {
    write("Tells", "IO.println(\"[\" + java.util.Locale.getDefault() + \"]\");");
    assertThat(run("Tells", true)).isTrue();
    assertThat(printed.toString(UTF_8)).endsWith("\n[]\n");
  }

  @Test
  void a_program_leaves_the_classes_alone_that_another_one_runs_on() throws IOException {
    write("Echo", "IO.println(args.length);");
    write("Learns", SUM);
    run("Echo", true);
    var loaded = course.ownFolder("program").resolve("Echo/classes/count/Echo.class");
    Files.writeString(loaded.resolveSibling("in-use"), "");
    run("Learns", true);
    assertThat(loaded.resolveSibling("in-use")).as("what lies beside Echo's classes").exists();
  }

  @Test
  void a_program_that_says_nothing_is_said_to_be_at_work_until_it_is_stopped() throws IOException {
    write("Waits", "java.util.concurrent.locks.LockSupport.parkNanos(3_600_000_000_000L);");
    limit = Duration.ofSeconds(15);
    assertThat(run("Waits", true)).isFalse();
    assertThat(printed.toString(UTF_8))
        .containsPattern(
            "\n\nWaits has been at work for [1-9]\\d s\n"
                + "(Waits has been at work for [2-9]\\d s\n)*Waits was stopped after 0.3 min\n$");
  }

  @Test
  void the_sources_of_what_runs_are_known_to_it() throws IOException {
    write("Reads", "IO.println(System.getProperty(\"tapeline.sources\"));");
    assertThat(run("Reads", true)).isTrue();
    assertThat(printed.toString(UTF_8)).endsWith("/solutions/01-count/src/main/java\n");
    assertThat(run("Reads", false)).isTrue();
    assertThat(printed.toString(UTF_8)).endsWith("/modules/01-count/src/main/java\n");
  }

  @Test
  void an_exercise_that_is_still_to_be_written_is_named() throws IOException {
    write("Learns", SUM);
    assertThat(run("Learns", false)).isFalse();
    assertThat(printed.toString(UTF_8))
        .contains("01-count, your files · ")
        .contains("Learns failed: exercise 01.1 is still to be written: ")
        .doesNotContain("\tat ");
  }

  @Test
  void the_exceptions_of_a_program_and_its_children_are_named_not_what_else_was_printed()
      throws IOException {
    var child = "Exception in thread \\\"main\\\" java.lang.OutOfMemoryError: Java heap";
    write(
        "Duels",
        "System.err.println(\"WARNING: a\\n"
            + child
            + "\"); throw new IllegalStateException(\"B has ended\", new java.io.IOException(\"end\"));");
    assertThat(run("Duels", true)).isFalse();
    assertThat(printed.toString(UTF_8))
        .endsWith(
            """
            Duels failed: java.lang.OutOfMemoryError: Java heap
            java.lang.IllegalStateException: B has ended
            Caused by: java.io.IOException: end
            """);
  }

  @Test
  void a_jvm_that_ends_without_an_exception_says_what_it_said() throws IOException {
    write("Ends", "System.err.println(\"WARNING: a\\nno memory\"); Runtime.getRuntime().halt(1);");
    assertThat(run("Ends", true)).isFalse();
    assertThat(printed.toString(UTF_8)).endsWith("Ends failed: no memory\n");
  }

  @Test
  void bytes_that_are_no_utf8_cost_the_reason_nothing_else() throws IOException {
    write(
        "Ends",
        "System.err.write(0xE9); System.err.println(\" no memory\");"
            + " throw new IllegalStateException(\"x² < 0\");");
    assertThat(run("Ends", true)).isFalse();
    assertThat(printed.toString(UTF_8))
        .endsWith("Ends failed: java.lang.IllegalStateException: x² < 0\n");
  }

  @Test
  void a_program_that_says_itself_why_it_failed_needs_no_more_words() throws IOException {
    write("Judges", "IO.println(\"slower\"); System.exit(1);");
    assertThat(run("Judges", true)).isFalse();
    assertThat(printed.toString(UTF_8)).endsWith("slower\nJudges ended with exit code 1\n");
  }

  @Test
  void the_list_says_what_each_does_and_leaves_out_what_is_not_public() throws IOException {
    write("Learns", SUM);
    var child = course.solution(course.module(1)).resolve("src/main/java/count/Child.java");
    Files.writeString(child, "package count;\n\nfinal class Child {\n  static void main() {}\n}\n");
    try (var workers = new Workers(new Jvm(course, 1));
        var out = new PrintStream(printed, true, UTF_8)) {
      new Programs(course, workers, out).list(course.modules());
    }
    assertThat(printed.toString(UTF_8))
        .isEqualToNormalizingNewlines(
            "%-18s  %-18s  %s%n".formatted("01-count", "Learns", "Prints what was learnt"));
  }

  @Test
  void a_program_of_the_toolkit_is_listed_last_and_runs_without_a_module() throws IOException {
    write("Learns", SUM);
    var toolkit = folder.resolve("modules/00-toolkit/src/main/java/tapeline/toolkit/Greets.java");
    Files.writeString(
        toolkit,
        """
        package tapeline.toolkit;

        /// Says hello.
        public final class Greets {
          static void main(String[] args) {
            IO.println("hello " + args[0]);
          }
        }
        """);
    try (var workers = new Workers(new Jvm(course, 1));
        var out = new PrintStream(printed, true, UTF_8)) {
      new Programs(course, workers, out).list(course.modules());
    }
    assertThat(printed.toString(UTF_8).lines())
        .hasSize(2)
        .last()
        .isEqualTo("%-18s  %-18s  %s".formatted("00-toolkit", "Greets", "Says hello"));
    printed.reset();
    assertThat(run("Greets you", true)).isTrue();
    assertThat(printed.toString(UTF_8)).isEqualTo("hello you\n");
  }

  @Test
  void the_laboratory_runs_a_learners_10_to_19_and_the_reference_of_the_others()
      throws IOException {
    module("15", "Fifteen");
    module("20", "Twenty");
    var laboratory = Files.createDirectories(course.laboratory().resolve("lab"));
    Files.writeString(
        laboratory.resolve("Uses.java"),
        """
        package lab;

        /// Uses both.
        public final class Uses {
          static void main(String[] args) {
            IO.println(twenty.Twenty.answer());
            IO.println(fifteen.Fifteen.answer());
          }
        }
        """);
    course = Course.at(course.root());
    Generate.write(course);
    assertThat(run("Uses", false)).isTrue();
    assertThat(printed.toString(UTF_8))
        .startsWith("laboratory, your modules 10 to 19 and the reference of the others · JDK ")
        .endsWith("\nthe reference's answers stand for what is not written: 15.1\n\n20\n15\n");
    var own = course.learner(course.module(15)).resolve("src/main/java/fifteen/Fifteen.java");
    Files.writeString(own, Course.read(own).replaceAll("throw new Todo.*", "return 51;"));
    printed.reset();
    assertThat(run("Uses", false)).isTrue();
    assertThat(printed.toString(UTF_8)).doesNotContain("stand for").endsWith("\n\n20\n51\n");
    printed.reset();
    assertThat(run("Uses", true)).isTrue();
    assertThat(printed.toString(UTF_8))
        .startsWith("laboratory, the reference solution · JDK ")
        .endsWith("\n\n20\n15\n");
  }

  @Test
  void a_file_of_ones_own_runs_on_the_laboratory_and_says_what_is_wrong_with_it()
      throws IOException {
    module("15", "Fifteen");
    var laboratory = Files.createDirectories(course.laboratory().resolve("lab"));
    Files.writeString(
        laboratory.resolve("Tells.java"),
        "package lab;\n\npublic class Tells { public static int twice(int x) { return 2 * x; } }\n");
    course = Course.at(course.root());
    Generate.write(course);
    var own = Files.createDirectories(folder.resolve("notebooks/mine")).resolve("Own.java");
    Files.writeString(
        own,
        "void main(String[] a) { IO.println(a[0] + lab.Tells.twice(fifteen.Fifteen.answer())); }");
    assertThat(run("notebooks/mine/Own.java is", false)).isTrue();
    assertThat(printed.toString(UTF_8)).endsWith("\nis30\n");
    Files.writeString(own, "void main() { throw new IllegalStateException(\"no sets\"); }");
    assertThat(run("notebooks/mine/Own.java", true)).isFalse();
    assertThat(printed.toString(UTF_8))
        .endsWith("\nOwn failed: java.lang.IllegalStateException: no sets\n");
    Files.writeString(own, "void main() { lab.Tells.thrice(1); }");
    assertThat(run("notebooks/mine/Own.java", true)).isFalse();
    assertThat(printed.toString(UTF_8).lines().toList().getLast())
        .startsWith("Own failed: ")
        .endsWith("Own.java:1: error: cannot find symbol");
    Files.writeString(own, "class Own {}");
    assertThat(run("notebooks/mine/Own.java", true)).isFalse();
    assertThat(printed.toString(UTF_8).lines().toList().getLast())
        .startsWith("Own failed: error: ")
        .contains("main(String[])");
    assertThatThrownBy(() -> run("notebooks/mine/None.java", true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("there is no file .*notebooks.mine.None.java");
  }

  @Test
  void the_learners_model_runs_on_all_modules_and_hears_which_are_missing() throws IOException {
    module("20", "Twenty");
    var laboratory = Files.createDirectories(course.laboratory().resolve("lab"));
    Files.writeString(
        laboratory.resolve("YourModel.java"),
        """
        package lab;

        /// Uses one.
        public final class YourModel {
          static void main() {
            IO.println(twenty.Twenty.answer() + " without " + System.getProperty("tapeline.missing"));
          }
        }
        """);
    course = Course.at(course.root());
    Generate.write(course);
    var own = course.learner(course.module(20)).resolve("src/main/java/twenty/Twenty.java");
    Files.writeString(own, Course.read(own).replaceAll("throw new Todo.*", "return 52;"));
    assertThat(run("YourModel", false)).isTrue();
    assertThat(printed.toString(UTF_8))
        .startsWith("your model · JDK ")
        .endsWith("\n\n52 without 1,2\n");
    printed.reset();
    assertThat(run("YourModel", true)).isTrue();
    assertThat(printed.toString(UTF_8)).endsWith("\n\n20 without \n");
  }

  private void module(String number, String type) throws IOException {
    var name = type.toLowerCase(Locale.ROOT);
    var folder = course.root().resolve("solutions/%s-%s".formatted(number, name));
    var sources = Files.createDirectories(folder.resolve("src/main/java").resolve(name));
    Files.writeString(
        folder.resolve("pom.xml"),
        """
        <project>
          <artifactId>%s-%s</artifactId>
          <dependencies>
            <dependency><artifactId>00-toolkit</artifactId></dependency>
          </dependencies>
        </project>
        """
            .formatted(number, name));
    Files.writeString(
        sources.resolve(type + ".java"),
        """
        package %2$s;

        import tapeline.toolkit.Todo;

        public final class %3$s {
          public static int answer() {
            // BEGIN SOLUTION %1$s.1 "answer" 10 points
            return %1$s;
            // STUB // TODO %1$s.1 — 1 line. Which?
            // STUB throw new Todo("%1$s.1", "answer");
            // END SOLUTION
          }
        }
        """
            .formatted(number, name, type));
  }

  @Test
  void a_program_that_does_not_exist_is_refused_with_those_that_were_meant() throws IOException {
    write("Learns", SUM);
    write("LearnsMore", SUM);
    assertThatThrownBy(() -> run("learn", true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "there is no program learn, did you mean Learns or LearnsMore?; %s lists them"
                .formatted(Front.terminal().command("run", "")));
    assertThatThrownBy(() -> run("Laerns", true)).hasMessageContaining(", did you mean Learns?;");
    assertThatThrownBy(() -> run("Unlike", true))
        .hasMessageStartingWith("there is no program Unlike; ");
  }

  private void write(String name, String line) throws IOException {
    Files.writeString(
        course.solution(course.module(1)).resolve("src/main/java/count/" + name + ".java"),
        """
        package count;

        /// Prints what was
        /// learnt. It takes no time.
        public final class %s {
          static void main(String[] args) {
            %s
          }
        }
        """
            .formatted(name, line));
    Generate.write(course);
  }

  private boolean run(String wanted, boolean reference, String... flags) {
    try (var workers = new Workers(new Jvm(course, 1));
        var out = new PrintStream(printed, true, UTF_8)) {
      return new Programs(course, workers, out)
          .run(course.modules(), wanted, reference, List.of(flags), limit);
    }
  }
}
