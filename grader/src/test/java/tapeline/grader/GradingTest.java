package tapeline.grader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.course.Course;
import tapeline.grader.course.Selection;
import tapeline.grader.progress.ProgressBook;
import tapeline.grader.result.Verdict;
import tapeline.grader.run.GraderJar;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Workers;

/// A grading goes on where files cannot be written, and watches from its start.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class GradingTest {
  @TempDir private Path folder;
  private FixtureCourse fixture;
  private Course course;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @BeforeEach
  void course() throws IOException {
    fixture = FixtureCourse.cold(folder);
    course = fixture.course();
    Files.createFile(GraderJar.of(course).folder()); // no cache is made here
  }

  @AfterEach
  void awaitTheTrainingThatFails() {
    ProcessHandle.current()
        .children()
        .filter(child -> child.info().commandLine().orElse("").contains("" + course.root()))
        .forEach(child -> child.onExit().join());
  }

  private PrintStream out() {
    return new PrintStream(said, true, UTF_8);
  }

  private String said() {
    return said.toString(UTF_8);
  }

  private void watch(InputStream keys) {
    var options = Options.parse("-Dmodule=1", "-Dwatch");
    new Grading(course, options, out(), keys).run();
  }

  @Test
  void progress_is_recorded_where_the_reports_cannot_be_written() throws IOException {
    fixture.solve("01.1");
    Files.createFile(course.root().resolve(Examiner.REPORTS));
    new Grading(course, Options.parse("-Dmodule=1"), out(), InputStream.nullInputStream()).run();
    assertThat(said()).contains("the reports below grader/target/grades are not written: java.nio");
    var module = course.module(1);
    assertThat(new ProgressBook(course, _ -> {}).reached(module))
        .extractingByKey(module.exercises().getFirst().id())
        .returns(Verdict.PASSED, ProgressBook.Reached::best);
  }

  @Test
  void watching_goes_on_when_a_key_cannot_be_answered() throws IOException {
    Files.createDirectory(course.target().resolve("progress.lock"));
    watch(new ByteArrayInputStream("l\nl\nq\n".getBytes(UTF_8)));
    assertThat(said().split("cannot lock .*progress.lock: java", -1))
        .as("l, once more, and what the first grading records: %s", said())
        .hasSize(4);
  }

  @Test
  void what_is_saved_during_the_first_grading_is_graded_next() {
    var graded = new CountDownLatch(1);
    var keys =
        new InputStream() {
          private final InputStream quit = new ByteArrayInputStream("q\n".getBytes(UTF_8));

          @Override
          public int read() throws IOException {
            try {
              var _ = graded.await(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            return quit.read();
          }

          @Override
          public int read(byte[] bytes, int from, int count) throws IOException {
            int next = read();
            bytes[from] = (byte) next;
            return next < 0 ? -1 : 1;
          }
        };
    var saves =
        new PrintStream(said, true, UTF_8) {
          private boolean saved;

          @Override
          public void print(String text) {
            super.print(text);
            if (!saved && text.contains("01.1")) { // the first report
              saved = true;
              save();
            }
            if (text.contains("Count.java was saved")) {
              graded.countDown();
            }
          }
        };
    new Grading(course, Options.parse("-Dmodule=1", "-Dwatch"), saves, keys).run();
    assertThat(said()).contains("after Count.java was saved");
  }

  private void save() {
    try {
      fixture.write("01.1", "    return 1;");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_full_disk_is_no_broken_cache() throws IOException {
    Files.delete(GraderJar.of(course).folder());
    var cache = GraderJar.of(course).cache();
    Files.createDirectories(cache.getParent());
    Files.writeString(cache, "");
    Files.createFile(course.target().resolve("course"));
    var warnings = new ArrayList<String>();
    try (var workers = new Workers(new Jvm(course, 1))) {
      var examiner = new Examiner(course, workers, 1, warnings::add);
      assertThatThrownBy(() -> examiner.grade(Selection.of(course, "1"), Examiner.Handed.MODULE))
          .isInstanceOf(UncheckedIOException.class);
    }
    assertThat(cache).exists();
    assertThat(warnings).isEqualTo(List.of());
  }
}
