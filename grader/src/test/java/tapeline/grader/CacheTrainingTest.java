package tapeline.grader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.result.Verdict;
import tapeline.grader.run.ChildJvm;
import tapeline.grader.run.Classes;
import tapeline.grader.run.GraderJar;

/// The ahead-of-time cache while it is being made.
class CacheTrainingTest {
  @TempDir Path folder;

  @Test
  void learners_are_graded_rightly_while_two_first_runs_make_the_cache() throws Exception {
    var fixture = FixtureCourse.cold(folder);
    var course = fixture.course();
    var module = course.modules().getFirst();
    fixture.write("01.1", "    return -1;");
    var jar = GraderJar.of(course);

    // They grade the reference, in processes of their own.
    var first = CacheTraining.inBackground(course, module);
    var second = CacheTraining.inBackground(course, module);
    while (first.isAlive() || second.isAlive()) {
      FixtureCourse.endWorker();
      assertThat(fixture.gradeOnly("01.1").verdict())
          .as("the learner's wrong answer, graded while the cache is being made")
          .isEqualTo(Verdict.FAILED);
      first.waitFor(2, TimeUnit.SECONDS); // a grading now and then is enough
    }

    assertThat(first.exitValue()).as("the first training's exit code, %s", log()).isZero();
    assertThat(second.exitValue()).as("the second training's exit code, %s", log()).isZero();
    assertThat(jar.cached()).as("the cache is there, %s", log()).isTrue();
    FixtureCourse.endWorker();
    assertThat(fixture.gradeOnly("01.1").verdict())
        .as("the same, by a worker that starts from the cache")
        .isEqualTo(Verdict.FAILED);
  }

  @Test
  void half_a_cache_is_not_used() throws IOException {
    var course = FixtureCourse.cold(folder).course();
    var launch = Files.createDirectories(course.target().resolve("launch"));
    Files.writeString(launch.resolve("grader.jar"), "");
    Files.writeString(launch.resolve("unfinished.aot"), "half");

    assertThat(GraderJar.of(course).cached()).as("only keepCache makes a cache").isFalse();
  }

  @Test
  void a_grader_in_a_jar_makes_the_cache_that_one_in_a_folder_uses() throws Exception {
    var fixture = FixtureCourse.cold(folder);
    var classes =
        Path.of(GraderMain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    var jar = folder.resolve("a grader.jar");
    ToolProvider.findFirst("jar")
        .orElseThrow()
        .run(System.out, System.err, "--create", "--file", "" + jar, "-C", "" + classes, ".");
    var path = new ArrayList<>(List.of(jar.toString()));
    Classes.libraries().reversed().forEach(p -> path.add(p.toString()));
    var training =
        ChildJvm.of(
                List.of(),
                String.join(File.pathSeparator, path),
                CacheTraining.class.getName(),
                List.of(fixture.course().root().toString(), "1"))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("grader/target/training.log").toFile())
            .start();
    assertThat(training.waitFor()).as(log()).isZero();
    assertThat(GraderJar.of(fixture.course()).cached()).isTrue();
    assertThat(fixture.gradeOnly("01.2").verdict()).isEqualTo(Verdict.NOT_STARTED);
  }

  @Test
  void workers_have_one_class_path_wherever_the_grader_runs() {
    assertThat(Classes.workerLibraries())
        .as("a cache is made for one class path; a notebook's has other libraries before these")
        .isSortedAccordingTo(Comparator.comparing(Path::getFileName));
  }

  private String log() throws IOException {
    var log = folder.resolve("grader/target/training.log");
    return Files.exists(log) ? Files.readString(log) : "no log";
  }
}
