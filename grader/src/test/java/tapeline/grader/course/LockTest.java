package tapeline.grader.course;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two runs in one checkout: the second one says for whom it waits, and goes on when that has
/// ended.
class LockTest {
  private static final long MOST_SECONDS = 60;

  /// Another process that holds a lock until its input ends.
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws IOException {
      try (var _ = Lock.on(Path.of(args[0]), "-Dcheck=mutants in this checkout", _ -> {})) {
        System.out.println("held");
        System.in.transferTo(System.out);
      }
    }
  }

  private static String folder(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  private static Process holder(Path file) throws IOException, URISyntaxException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
                java,
                "-cp",
                folder(Lock.class) + File.pathSeparator + folder(Holder.class),
                Holder.class.getName(),
                file.toString())
            .start();
    assertThat(process.getInputStream().readNBytes(4)).asString(US_ASCII).isEqualTo("held");
    return process;
  }

  @Test
  void the_second_run_says_which_one_it_waits_for_and_goes_on_behind_it(@TempDir Path folder)
      throws Exception {
    var file = folder.resolve("check.lock");
    var said = new LinkedBlockingQueue<String>();
    var mine = new AtomicBoolean();
    var first = holder(file);
    var second =
        Thread.ofPlatform()
            .start(() -> {
              try (var _ = Lock.on(file, "-Dcheck=stubs", said::add)) {
                mine.set(true);
              }
            });
    assertThat(said.poll(MOST_SECONDS, TimeUnit.SECONDS))
        .matches(
            "-Dcheck=mutants in this checkout has been running since \\d\\d:\\d\\d(:\\d\\d)?, as"
                + " process %d of %s".formatted(first.pid(), Pattern.quote(Course.host()))
                + ": this run waits for it to end");
    assertThat(mine).isFalse();
    first.getOutputStream().close();
    second.join(TimeUnit.SECONDS.toMillis(MOST_SECONDS));
    assertThat(mine).isTrue();
    assertThat(Files.readString(file)).startsWith("-Dcheck=stubs");
  }

  @Test
  void a_link_to_the_folder_leads_to_the_same_lock(@TempDir Path folder) throws Exception {
    var link =
        Files.createSymbolicLink(
            folder.resolve("link"), Files.createDirectory(folder.resolve("a")));
    var ended = new LinkedBlockingQueue<String>();
    try (var _ = Lock.on(folder.resolve("a/lock"))) {
      Thread.ofPlatform()
          .start(() -> {
            try (var _ = Lock.on(link.resolve("lock"))) {
              ended.add("held");
            } catch (RuntimeException e) {
              ended.add(e.toString());
            }
          });
      assertThat(ended.poll(200, TimeUnit.MILLISECONDS)).as("it waits").isNull();
    }
    assertThat(ended.poll(MOST_SECONDS, TimeUnit.SECONDS)).isEqualTo("held");
  }

  @Test
  void a_killed_run_holds_nothing(@TempDir Path folder) throws Exception {
    var file = folder.resolve("check.lock");
    var first = holder(file);
    first.destroyForcibly().waitFor();
    var said = new LinkedBlockingQueue<String>();
    try (var _ = Lock.on(file, "-Dcheck=stubs", said::add)) {
      assertThat(List.copyOf(said)).isEmpty();
    }
  }
}
