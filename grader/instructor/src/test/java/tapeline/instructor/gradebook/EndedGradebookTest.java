package tapeline.instructor.gradebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import tapeline.grader.course.Exercise;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.instructor.board.PrivatePostgres;
import tapeline.instructor.board.PrivateSlurm;

/// Runs of the gradebook that end before they are done, or share a class with others.
@Tag("slow")
@Execution(value = ExecutionMode.CONCURRENT, reason = "no clock decides anything here")
@ResourceLock("a cluster on this machine")
class EndedGradebookTest extends GradebookRun {
  private static final int KILLS = Integer.getInteger("gradebook.kills", 2);

  /// Killed after each result, with two at work: what another run left behind lies there for both.
  /// Twenty times with `-Dgradebook.kills=20`.
  @Test
  @Needs(Need.BUBBLEWRAP)
  void a_run_that_is_killed_goes_on_where_it_was() throws Exception {
    var expected = classOf(2 * KILLS);
    var results = folder.resolve("marks/results");
    for (int kill = 1; kill <= KILLS; kill++) {
      var process = start();
      while (results().size() < kill && process.isAlive()) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      assertThat(process.isAlive()).as("before kill %d: %s", kill, log()).isTrue();
      process.destroyForcibly().waitFor();
    }
    var kept = new HashMap<File, Long>();
    results().forEach(f -> kept.put(f, f.lastModified()));
    assertThat(kept).hasSizeBetween(KILLS, 2 * KILLS - 1);
    assertThat(out).doesNotExist();

    var failing = Files.createDirectories(results.resolve("zoe.json")); // no result can be kept
    homework.write(submissions, "zoe", solved(1), false);
    var said = run(1);
    assertThat(said).contains("the grader failed on zoe: ").contains("no marks are written");
    assertThat(out).doesNotExist();
    kept.forEach((file, when) ->
        assertThat(file.lastModified()).as("%s is not graded again", file).isEqualTo(when));
    assertThat(results()).hasSize(2 * KILLS + 1);

    var hand = folder.resolve("hand.csv");
    Files.writeString(hand, "id,total,reason\nzoe,7,seen in the lab\n");
    homework.write(submissions, "s01", solved(2), false);
    var before = results.resolve("s01.json").toFile().lastModified();
    said = run(0, "--by-hand", hand.toString(), "--format", "canvas");
    assertThat(said)
        .contains(
            "%d submissions, %d of them kept from before".formatted(2 * KILLS + 1, 2 * KILLS - 1));
    expected.put("s01", marks(2));
    expected.put("zoe", "by hand: seen in the lab | 0 | 0 | 7");
    assertThat(marks()).as("the marks of an undisturbed run").isEqualTo(expected);
    assertThat(results.resolve("s01.json").toFile().lastModified())
        .as("a submission that has changed is graded again")
        .isNotEqualTo(before);
    Files.delete(failing);
  }

  /// Grades by `gradebook.sbatch` on two nodes, one of which is killed while it grades.
  @Test
  @Timeout(900)
  @Needs({Need.BUBBLEWRAP, Need.SLURM, Need.POSTGRESQL})
  void a_node_that_dies_costs_nothing() throws Exception {
    var expected = classOf(12);
    try (var server = PrivatePostgres.start();
        var slurm = PrivateSlurm.start(2)) {
      var words = words("--jobs", "1", "--db", server.url()).toArray(String[]::new);
      slurm.submit(folder, program(), "gradebook.sbatch", words);
      var database = Jdbi.create(server.url());
      while (results().size() < 3 || !holds(database, "node-1") || !holds(database, "node-2")) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
      slurm.killNode(2);
      assertThat(out).doesNotExist();
      while (!Files.exists(out)) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
      var graded = times();
      slurm.restartNode(2);
      slurm.awaitEnd();
      assertThat(times()).as("each is graded once").isEqualTo(graded).hasSize(12);
    }
    assertThat(marks()).as("as on one machine").isEqualTo(expected);
    assertThat(folder.resolve("gradebook-1_2.log"))
        .as("the task was started again")
        .content()
        .contains("12 submissions, 12 of them kept");
    var seed = Files.readString(folder.resolve("marks/seed")).strip();
    assertThat(results()).allSatisfy(f -> assertThat(f).content().contains("\"seed\" : " + seed));
  }

  /// Tells whether a node has claimed something that it has not ended.
  private static boolean holds(Jdbi database, String node) {
    var held =
        "select count(*) from claim where until > 0 and process like '%% %s'".formatted(node);
    try {
      return database.withHandle(h -> h.createQuery(held).mapTo(Integer.class).one()) > 0;
    } catch (JdbiException _) {
      return false; // its tables are being made
    }
  }

  private Map<String, Long> times() {
    var times = new HashMap<String, Long>();
    results().forEach(f -> times.put(f.getName(), f.lastModified()));
    return times;
  }

  @Test
  @Needs(Need.BUBBLEWRAP)
  void a_result_is_not_kept_when_another_run_has_claimed_the_submission_since() throws Exception {
    homework.write(submissions, "ada", solved(1), false);
    var file = folder.resolve("claims.db");
    var process = start("--db", file.toString());
    while (!log().contains("getting ready") && process.isAlive()) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    var database = Jdbi.create("jdbc:sqlite:" + file + "?busy_timeout=60000");
    var passed = "update claim set number = number + 1, until = 0 where until > 0";
    while (database.withHandle(h -> h.execute(passed)) == 0) { // another comes and goes
      assertThat(process.isAlive()).as(log()).isTrue();
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertThat(results()).isEmpty();
    end(0, process);
    var last = "select max(number) from claim where item not like 'marks %'";
    int number = database.withHandle(h -> h.createQuery(last).mapTo(Integer.class).one());
    assertThat(number).as("claimed, passed on, claimed again").isEqualTo(3);
    assertThat(marks()).containsOnlyKeys("ada");
  }

  /// Writes a class of this size; their marks by id.
  private Map<String, String> classOf(int size) throws IOException {
    var expected = new HashMap<String, String>();
    for (int i = 0; i < size; i++) {
      var name = "s%02d".formatted(i);
      homework.write(submissions, name, solved(i % 7), i % 2 == 0);
      expected.put(name, marks(i % 7));
    }
    return expected;
  }

  /// Returns the row of a submission with so many exercises solved.
  private String marks(int exercises) {
    var solved = module.exercises().stream().limit(exercises);
    return "graded | 0 | %1$d | %1$d".formatted(solved.mapToInt(Exercise::points).sum());
  }
}
