package tapeline.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A cell that runs for ever is stopped, and the next cell runs.
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InterruptTest {
  @AutoClose private static final TestNotebook notebook = new TestNotebook();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "while (true) {}",
        "for (int i = 0; i < 10; ) {}",
        "for (int i = 0; i < Integer.MAX_VALUE; i += 2) {}",
        "int at = 0; int[] data = new int[10]; while (at < 10) { if (data[at] > 0) at++; }",
        "do {} while (1 < 2);",
        "while (true) { try { Math.abs(1); } catch (Throwable t) {} if (1 > 2) break; }",
        "while (true) { try { Thread.sleep(1); } catch (Throwable t) {} if (1 > 2) break; }",
        "Thread.sleep(600_000);",
        "new LinkedBlockingQueue<String>().take();",
        "void turn() { while (true) {} }\nturn();",
        "int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\nfib(80)",
        "IntStream.iterate(0, i -> i).forEach(i -> Math.abs(i));",
        "var t = new Thread(() -> { while (true) {} }); t.start(); t.join();",
        "var e = Executors.newFixedThreadPool(1); e.submit(() -> { while (true) {} }).get();",
        "switch (1) { default -> { while (true) { switch (2) { case 2: continue; } } } }",
        "%time while (true) {}",
      })
  void a_cell(String cell) throws InterruptedException {
    assertThat(notebook.interrupted(cell).kind()).isEqualTo("Interrupted");
    assertThat(notebook.run("1 + 1")).as("the next cell").isEqualTo(2);
  }

  @Test
  void a_loop_in_a_class_of_the_course(@TempDir Path folder)
      throws IOException, InterruptedException {
    notebook.show(folder, "public class Turn { public static int round() { while (true) {} } }");

    assertThat(notebook.interrupted("lesson.Turn.round()").kind()).isEqualTo("Interrupted");
    assertThat(notebook.run("1 + 1")).as("the next cell").isEqualTo(2);
  }

  @Test
  void a_value_whose_text_is_made_for_ever() throws InterruptedException {
    notebook.run("class Long { public String toString() { while (true) {} } }");

    var cell = "new Long()";
    assertThat(notebook.interrupted(cell, () -> notebook.shown(cell, MIMEType.TEXT_PLAIN)).kind())
        .isEqualTo("Interrupted");
  }

  @Test
  void the_snippets_below_what_was_interrupted_are_not_run() throws InterruptedException {
    notebook.run("int reached = 0;");

    notebook.interrupted(
        "try { Thread.sleep(600_000); } catch (InterruptedException e) {}\nreached = 1;");

    assertThat(notebook.run("reached")).isEqualTo(0);
  }

  /// The second waits for a connection first, which no interrupt ends: it comes late by a check, as
  /// one without a processor does. One that comes too late on a busy machine is tried again.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "while (true) {}",
        """
        try (var nowhere = new java.net.ServerSocket(0)) {
          nowhere.setSoTimeout(700);
          nowhere.accept();
        } catch (IOException e) {}
        while (true) {}
        """,
      })
  void a_thread_that_an_earlier_cell_left_running(String body) throws InterruptedException {
    boolean alive = true;
    for (int i = 0; i < 3 && alive; i++) {
      notebook.run("var left = new Thread(() -> { %s }); left.start();".formatted(body));
      assertThat(notebook.run("left.isAlive()")).isEqualTo(true);

      notebook.kernel.interrupt();

      alive = !Boolean.FALSE.equals(notebook.run("left.join(10_000); left.isAlive()"));
    }
    assertThat(alive).isFalse();
  }

  @Test
  void a_thread_that_waits_in_the_background() throws InterruptedException {
    notebook.run(
        """
        var waits = new Thread(() -> {
          try { Thread.sleep(600_000); } catch (InterruptedException e) {}
        });
        waits.start();
        while (waits.getState() != Thread.State.TIMED_WAITING) Thread.sleep(1);
        """);

    notebook.kernel.interrupt();

    assertThat(notebook.run("waits.join(60_000); waits.isAlive()")).isEqualTo(false);
  }

  @Test
  void what_cannot_be_stopped_is_left_behind() throws InterruptedException {
    notebook.run(
        """
        var lock = new java.util.concurrent.locks.ReentrantLock();
        var holder = new Thread(lock::lock); holder.start(); holder.join();
        """);

    var error = notebook.interrupted("lock.lock();");

    assertThat(error.kind()).isEqualTo("Interrupted");
    assertThat(error).hasMessageContaining("goes on in the background");
    assertThat(notebook.run("1 + 1")).as("the next cell").isEqualTo(2);
  }
}
