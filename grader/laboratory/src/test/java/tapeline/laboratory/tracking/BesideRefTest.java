package tapeline.laboratory.tracking;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Plan;
import tapeline.laboratory.MadeUp;
import tapeline.toolkit.ScratchFolder;

/// A repository of one workload, whose second commit allocates a tenth more: counted in real JVMs,
/// timed by made-up ones.
class BesideRefTest {
  private static final String TYPE = "tapeline.laboratory.workload.Planted";
  private static final List<BesideRef.Work> WORK = List.of(new BesideRef.Work("planted", TYPE));

  @TempDir Path root;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private double ratio = 1;

  private String git(String... words) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("git", "-c", "user.name=a", "-c", "user.email=a@b"));
    command.addAll(List.of(words));
    var process =
        new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true).start();
    var out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }

  /// A workload that allocates so many arrays of a hundred numbers.
  private void write(int arrays) throws IOException {
    var file =
        root.resolve("grader/laboratory/src/main/java").resolve(TYPE.replace('.', '/') + ".java");
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        """
        package tapeline.laboratory.workload;
        public final class Planted implements tapeline.bench.compare.Workload {
          @Override public void prepare(long seed) {}
          @Override public double run(int units) {
            double sum = 0;
            int arrays = %d * units;
            for (int i = 0; i < arrays; i++) sum += new double[100].length;
            return sum / arrays; // the same for both
          }
        }
        """
            .formatted(arrays));
  }

  @BeforeEach
  void commit() throws IOException, InterruptedException {
    var workload = root.resolve("solutions/19-b/src/main/java/tapeline/bench/compare");
    Files.createDirectories(workload);
    Files.createDirectories(root.resolve("modules"));
    Files.writeString(
        workload.resolve("Workload.java"),
        """
        package tapeline.bench.compare;
        public interface Workload { void prepare(long seed); double run(int units); }
        """);
    write(50);
    git("init", "-b", "main");
    git("add", ".");
    git("commit", "-m", "one");
  }

  private String run(int code, Budget budget) throws IOException {
    said.reset();
    var measurer =
        new Measurer(Plan.of(2), 1) {
          @Override
          public Comparison compare(Contender before, Contender now) {
            return MadeUp.comparison("main", "now", ratio, 4);
          }
        };
    int got =
        new BesideRef(root, "solutions", budget, measurer, new PrintStream(said, true, UTF_8))
            .run("main", WORK);
    var words = said.toString(UTF_8);
    assertThat(got).as("the exit code, having said:\n%s", words).isEqualTo(code);
    return words;
  }

  @Test
  void a_tenth_more_is_over_five_percent_and_within_ten() throws IOException {
    assertThat(run(0, Budget.STRICT)).contains("planted: the same program as in ");
    write(55);
    assertThat(run(1, Budget.percent(5)))
        .contains("allocation: 44880 bytes a run instead of 40800, allowed are 2040 more")
        .contains("allocation: 55 objects a run instead of 50, allowed are 2 more")
        .contains("regression: planted");
    assertThat(run(0, Budget.percent(10))).contains("no regression found beside main");
  }

  @Test
  void a_slowdown_that_no_count_shows_is_found_by_turns() throws IOException {
    write(50);
    ratio = 1.1;
    Files.writeString(
        root.resolve("grader/laboratory/src/main/java/" + TYPE.replace('.', '/') + ".java"),
        "// longer\n",
        StandardOpenOption.APPEND);
    assertThat(run(0, Budget.percent(5))).as("a comment is no change").contains("the same program");
    write(49);
    assertThat(run(1, Budget.percent(5)))
        .contains("over the budget: time: ", "regression: planted");
    assertThat(run(0, Budget.percent(15))).contains("no regression found");
  }

  @Test
  void nothing_is_left_of_the_worktree_even_of_a_killed_one() throws Exception {
    var left = root.resolve("tapeline-worktree12");
    git("worktree", "add", "--detach", left.resolve("tree").toString(), "main");
    ScratchFolder.delete(left); // as the next process does with a scratch folder
    assertThat(git("worktree", "list")).contains("tapeline-worktree12");
    run(0, Budget.STRICT);
    assertThat(git("worktree", "list").lines()).as("worktrees").hasSize(1);
    try (var build = SourceBuild.of(root, "main")) {
      assertThat(build.tree()).isDirectory();
      assertThat(git("worktree", "list").lines()).hasSize(2);
    }
    assertThat(git("worktree", "list").lines()).hasSize(1);
  }

  @Test
  void a_worktree_of_others_whose_folder_is_away_is_not_forgotten() throws Exception {
    var other = root.resolve("on-a-disk-that-is-away");
    git("worktree", "add", "--detach", other.toString(), "main");
    ScratchFolder.delete(other);
    run(0, Budget.STRICT);
    assertThat(git("worktree", "list")).contains("on-a-disk-that-is-away");
  }

  @Test
  void git_works_on_the_checkout_though_a_hook_names_another() throws Exception {
    var git = new ProcessBuilder("git", "-C", root.toString(), "status");
    for (var name : List.of("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE")) {
      git.environment().put(name, "/no/such");
    }
    SourceBuild.forgetRepository(git.environment());
    assertThat(git.start().waitFor()).as("git's exit code").isZero();
  }

  @Test
  void what_is_not_measured_is_no_success() throws Exception {
    write(55);
    var file = root.resolve("grader/laboratory/src/main/java/" + TYPE.replace('.', '/') + ".java");
    var source = Files.readString(file);
    Files.writeString(file, source.replace("double sum = 0;", "double sum = 0 / (units - units);"));
    assertThat(run(2, Budget.STRICT))
        .contains("not measured: planted")
        .doesNotContain("no regression found");
    Files.delete(file);
    assertThat(run(2, Budget.STRICT))
        .contains("planted: not compared, now has no " + TYPE, "not measured: planted")
        .doesNotContain("no regression found");
    Files.writeString(file, source);
    git("rm", "--cached", "-r", "grader");
    git("commit", "-m", "without");
    assertThat(run(0, Budget.STRICT))
        .as("new work has nothing beside it")
        .contains("planted: not compared, main has no " + TYPE, "nothing was compared");
  }

  @Test
  void a_folder_of_modules_that_is_not_there_is_named() throws IOException {
    try (var build = SourceBuild.here(root)) {
      assertThatThrownBy(() -> build.compile(List.of(TYPE), "solution"))
          .isInstanceOf(IOException.class)
          .hasMessage("modules lie in a folder such as solutions, and now has no solution");
    }
  }

  @Test
  void percents_of_a_count_are_whole_where_they_are() {
    var before = new Budget.Counts(0, 100, 0, 0);
    assertThat(Budget.percent(29).exceeded(before, new Budget.Counts(0, 129, 0, 0)))
        .as("129 objects instead of 100, 29 %% more")
        .isEmpty();
    var many = new Budget.Counts(1e9, 0, 0, 0);
    assertThat(Budget.percent(29).exceeded(many, new Budget.Counts(1.29e9, 0, 0, 0))).isEmpty();
    assertThat(Budget.percent(29).exceeded(before, new Budget.Counts(0, 130, 0, 0)))
        .containsExactly("allocation: 130 objects a run instead of 100, allowed are 29 more");
  }

  /// Runs the words of the workflow's own step, timing included.
  @Test
  void the_workflow_fails_on_a_planted_regression() throws Exception {
    var here =
        Path.of(BesideRefTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    while (!Files.isDirectory(here.resolve(".github"))) {
      here = Objects.requireNonNull(here.getParent(), "above the classes lies the checkout");
    }
    var yml = Files.readString(here.resolve(".github/workflows/benchmarks.yml"));
    assertThat(yml).contains("pull_request:", "BASE: ${{ github.event.pull_request.base.sha }}");
    var step = Pattern.compile("run: mvn .*\"-Drun=RegressionCheck (.*)\"").matcher(yml);
    assertThat(step.find()).as("a step that runs the check, in\n%s", yml).isTrue();
    var words = new ArrayList<>(List.of(step.group(1).replace("$BASE", "main").split(" ")));
    words.add("planted=" + TYPE);
    var before = System.getProperty("tapeline.root");
    System.setProperty("tapeline.root", root.toString());
    try {
      var out = new PrintStream(said, true, UTF_8);
      assertThat(RegressionCheck.run(out, words.toArray(String[]::new))).isZero();
      write(55);
      assertThat(RegressionCheck.run(out, words.toArray(String[]::new))).isEqualTo(1);
      assertThat(said.toString(UTF_8)).contains("the same program", "regression: planted");
    } finally {
      if (before == null) {
        System.clearProperty("tapeline.root");
      } else {
        System.setProperty("tapeline.root", before);
      }
    }
  }

  @Test
  void what_cannot_be_built_is_said() throws Exception {
    assertThatThrownBy(() -> SourceBuild.of(root, "--help"))
        .hasMessage(
            "a baseline is a commit, branch or tag of this repository, got --help; git fetch brings it");
    write(55);
    var file = root.resolve("solutions/19-b/src/main/java/tapeline/bench/compare/Workload.java");
    Files.writeString(file, "package tapeline.bench.compare; public interface Workload { ? }");
    assertThatThrownBy(() -> run(2, Budget.STRICT))
        .hasMessageStartingWith("now does not compile: ")
        .hasMessageContaining("Workload.java:1");
    assertThatThrownBy(() -> Budget.percent(Double.NaN))
        .hasMessage("a threshold is a percentage from 0 to 1000, got NaN");
  }
}
