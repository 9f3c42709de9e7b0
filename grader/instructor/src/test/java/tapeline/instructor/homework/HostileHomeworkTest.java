package tapeline.instructor.homework;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tapeline.grader.FixtureCourse;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Verdict;

/// Hostile homework gets its own verdict with a reason, and the other exercises get their points.
@Tag("slow")
@Execution(value = ExecutionMode.CONCURRENT, reason = "no clock decides anything here")
@ResourceLock("homework")
@ExtendWith(OneHomeworkClass.class)
@NullUnmarked // what is missing fails the test
@Needs(Need.BUBBLEWRAP)
class HostileHomeworkTest {
  private static HomeworkClass homework;

  @BeforeAll
  static void open(HomeworkClass shared) {
    homework = shared;
  }

  /// @param body of `int sum(int[] values)`; without it the sum would be 0
  record Attack(String name, Verdict verdict, String says, String body) {
    @Override
    public String toString() {
      return name;
    }
  }

  /// Code that may throw what it likes, and gives a wrong sum in the end.
  private static String trying(String code) {
    return """
    try {
      %s
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new RuntimeException(e);
    }
    return 0;
    """
        .formatted(code);
  }

  /// Reads the attacks in `homework-attacks.txt`: a line `# name | verdict | what the problem
  /// says`, and below it the code. Code that `may throw` what it likes gives a wrong sum in the
  /// end.
  static List<Attack> attacks() throws IOException {
    try (var in = HostileHomeworkTest.class.getResourceAsStream("/homework-attacks.txt")) {
      return Arrays.stream(new String(in.readAllBytes(), UTF_8).split("(?m)^# ", -1))
          .skip(1)
          .map(text -> {
            var head = text.lines().findFirst().orElseThrow().split(" \\| ", -1);
            var code = text.substring(text.indexOf('\n')).strip();
            return new Attack(
                head[0], Verdict.valueOf(head[1]), head[2], head.length > 3 ? trying(code) : code);
          })
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void an_attack_costs_its_own_exercise(Attack attack) throws Exception {
    homework.solvedButFirst();
    homework.fixture().write("01.1", attack.body);
    var results = homework.grade();
    assertFailed(results.get("01.1"), attack.verdict, attack.says);
    for (var other : List.of("01.2", "01.3")) {
      assertThat(results.get(other).verdict())
          .as("%s beside %s", other, attack)
          .isEqualTo(Verdict.PASSED);
    }
  }

  private static void assertFailed(ExerciseResult result, Verdict verdict, String says) {
    var problems =
        Stream.concat(
                Stream.ofNullable(result.problem()),
                result.tests().stream().flatMap(t -> Stream.ofNullable(t.problem())))
            .map(p -> p.text())
            .toList();
    assertThat(result.verdict()).as("its problems: %s", problems).isEqualTo(verdict);
    assertThat(problems).as("one of its problems").anyMatch(p -> p.contains(says));
  }

  @Test
  void a_server_on_this_machine_cannot_be_reached() throws Exception {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      homework.solvedButFirst();
      homework
          .fixture()
          .write(
              "01.1", trying("new java.net.Socket(\"127.0.0.1\", " + server.getLocalPort() + ");"));
      assertFailed(homework.grade().get("01.1"), Verdict.FAILED, "there is no network");
    }
  }

  @Test
  void the_solutions_cannot_be_read() throws Exception {
    var solutions = FixtureCourse.projectRoot().resolve("solutions");
    assertThat(solutions).isDirectory();
    homework.solvedButFirst();
    homework
        .fixture()
        .write(
            "01.1",
            trying("java.nio.file.Files.list(java.nio.file.Path.of(\"" + solutions + "\"));"));
    assertFailed(homework.grade().get("01.1"), Verdict.FAILED, "no file is there but");
  }

  @Test
  void printing_without_end_is_cut() throws Exception {
    homework.solvedButFirst();
    homework
        .fixture()
        .write(
            "01.1",
            "for (int i = 0; i < 1 << 20; i++) System.out.println(\"a line of some sixty"
                + " characters, a million times in all\");int sum = 0; for (int v : values) sum +="
                + " v; return sum;");
    var result = homework.grade().get("01.1");
    assertThat(result.verdict()).isEqualTo(Verdict.PASSED);
    assertThat(result.tests().getFirst().output()).hasSizeLessThan(20_000).contains("more bytes");
  }

  @Test
  void a_class_that_never_starts_fails_alone() throws Exception {
    homework.solvedButFirst();
    homework
        .fixture()
        .edit(
            "01.1",
            "private Count() {}",
            "private Count() {}\n  private static final int NEVER = never();\n"
                + "  private static int never() { System.exit(0); return 0; }");
    var results = homework.grade();
    assertThat(results.values()).as("all exercises use the class").noneMatch(r -> r.earned() > 0);
    assertThat(results.get("01.3").verdict()).isEqualTo(Verdict.CRASHED);
  }

  @Test
  void classes_of_the_graders_names_stand_in_nobodys_place() throws Exception {
    var java = homework.solvedButFirst().resolve("src/main/java");
    homework.fixture().write("01.1", "return 0;");
    for (var type :
        List.of(
            "tapeline.tests.count.CountTest",
            "tapeline.tests.Seeds",
            "tapeline.grader.worker.TestReporter",
            "org.junit.jupiter.api.Test",
            "org.assertj.core.api.Assertions")) {
      var file = java.resolve(type.replace('.', '/') + ".java");
      Files.createDirectories(file.getParent());
      int dot = type.lastIndexOf('.');
      Files.writeString(
          file,
          "package %s;\npublic class %s { static { System.exit(0); } }\n"
              .formatted(type.substring(0, dot), type.substring(dot + 1)));
    }
    var results = homework.grade();
    assertFailed(results.get("01.1"), Verdict.FAILED, "sum({3, 4})");
    assertThat(results.get("01.3").verdict()).isEqualTo(Verdict.PASSED);
  }

  @Test
  void classes_of_the_courses_names_stand_in_nobodys_place() throws Exception {
    var java = homework.solvedButFirst().resolve("src/main/java");
    var todo = java.resolve("tapeline/toolkit/Todo.java");
    Files.createDirectories(todo.getParent());
    Files.writeString(
        todo,
        """
        package tapeline.toolkit;
        public class Todo extends RuntimeException {
          public Todo(String id, String what) { System.exit(0); }
        }
        """);
    homework.fixture().write("01.1", "throw new Todo(\"01.1\", \"mine\");");
    assertThat(homework.grade().get("01.1").verdict()).isEqualTo(Verdict.NOT_STARTED);
  }

  @Test
  void junits_settings_are_not_the_submissions() throws Exception {
    var module = homework.solvedButFirst();
    homework.fixture().write("01.1", "return 0;");
    var settings = module.resolve("src/main/resources/junit-platform.properties");
    Files.createDirectories(settings.getParent());
    Files.writeString(settings, "junit.platform.execution.dryRun.enabled=true\n");
    assertFailed(homework.grade().get("01.1"), Verdict.FAILED, "sum({3, 4})");
  }

  @Test
  void a_source_that_breaks_the_compiler_is_an_error_in_it() throws Exception {
    homework.solvedButFirst();
    homework
        .fixture()
        .write("01.1", "return " + "(".repeat(60_000) + "0" + ")".repeat(60_000) + ";");
    assertThat(homework.grade().get("01.1").verdict()).isEqualTo(Verdict.DOES_NOT_COMPILE);
    homework.solvedButFirst();
    homework.fixture().solve("01.1");
    assertThat(homework.grade().get("01.1").verdict())
        .as("the next submission's")
        .isEqualTo(Verdict.PASSED);
  }
}
