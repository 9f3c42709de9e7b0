package tapeline.grader.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.worker.Wire;

/// The grader's end of a worker, whose answers are written here.
class WorkerProcessTest {
  @Test
  void memory_that_runs_out_between_two_tests_is_laid_to_the_first_exercise() throws IOException {
    var exercise = ExerciseId.parse("03.2");
    try (var worker =
        new WorkerProcess(answering(List.of("exhausted", "", "Java heap space", "")))) {
      var events = worker.test(Path.of("tests"), List.of(), List.of(exercise), 1_000);
      assertThat(events)
          .containsExactly(
              new TestEvent(
                  exercise,
                  "",
                  "between two tests",
                  "exhausted",
                  "Java heap space",
                  0,
                  "",
                  List.of()));
      assertThat(worker.alive()).isFalse();
    }
  }

  @Test
  void a_worker_that_ends_on_another_order_than_tests_is_told_apart_from_files()
      throws IOException {
    try (var worker = new WorkerProcess(answering(List.of("missing", "int f()")))) {
      assertThatThrownBy(() -> worker.missing(Path.of("reference"), List.of()))
          .isInstanceOf(WorkerEnded.class)
          .hasMessage("the worker ended (exit code 0) on the order api");
    }
  }

  private static Process answering(List<String> frame) throws IOException {
    var bytes = new ByteArrayOutputStream();
    new Wire(InputStream.nullInputStream(), bytes).send(frame);
    return new Process() {
      @Override
      public OutputStream getOutputStream() {
        return OutputStream.nullOutputStream();
      }

      @Override
      public InputStream getInputStream() {
        return new ByteArrayInputStream(bytes.toByteArray());
      }

      @Override
      public InputStream getErrorStream() {
        return InputStream.nullInputStream();
      }

      @Override
      public int waitFor() {
        return 0;
      }

      @Override
      public int exitValue() {
        return 0;
      }

      @Override
      public void destroy() {}
    };
  }
}
