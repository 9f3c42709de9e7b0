package tapeline.grader.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.result.Verdict;

/// The workers' ahead-of-time cache while it is being made.
class TrainingTest {
  @TempDir Path folder;

  @Test
  void learners_are_graded_rightly_while_two_first_runs_make_the_cache() throws Exception {
    var fixture = FixtureCourse.in(folder);
    var course = fixture.course();
    var module = course.modules().getFirst();
    fixture.write("01.1", "    return -1;");
    var jvm = new Jvm(course, 1);

    // They grade the reference, in processes of their own.
    var first = Training.inBackground(course, module);
    var second = Training.inBackground(course, module);
    while (first.isAlive() || second.isAlive()) {
      assertThat(fixture.gradeOnly("01.1").verdict())
          .as("the learner's wrong answer, graded while the cache is being made")
          .isEqualTo(Verdict.FAILED);
    }

    assertThat(first.exitValue()).as("the first training's exit code, %s", log()).isZero();
    assertThat(second.exitValue()).as("the second training's exit code, %s", log()).isZero();
    assertThat(jvm.cached()).as("the cache is there, %s", log()).isTrue();
    assertThat(fixture.gradeOnly("01.1").verdict())
        .as("the same, by a worker that starts from the cache")
        .isEqualTo(Verdict.FAILED);
  }

  @Test
  void half_a_cache_is_not_used() throws IOException {
    var course = FixtureCourse.in(folder).course();
    var worker = Files.createDirectories(course.target().resolve("worker"));
    Files.writeString(worker.resolve("grader.jar"), "");
    Files.writeString(worker.resolve("unfinished.aot"), "half");

    assertThat(new Jvm(course, 1).cached()).as("only keepCache makes a cache").isFalse();
  }

  private String log() throws IOException {
    var log = folder.resolve("grader/target/training.log");
    return Files.exists(log) ? Files.readString(log) : "no log";
  }
}
