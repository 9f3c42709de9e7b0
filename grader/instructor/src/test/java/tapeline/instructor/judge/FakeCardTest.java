package tapeline.instructor.judge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tapeline.competition.Event.SizeRange;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.grader.run.ChildJvm;
import tapeline.grader.run.Classes;
import tapeline.instructor.judge.verdict.Defence;

/// A kernel judged by time through the code that a real card goes through: cell, driver calls,
/// marks in the stream. The driver is `fake_card.c`, which only the judge's process and its
/// children can see: it lies in a mount namespace of their own. That takes root, gcc and `cuda.h`.
@Timeout(900)
@Needs({Need.BUBBLEWRAP, Need.CXX})
class FakeCardTest {
  private static final Path HIDDEN = Path.of("/usr/local"); // where a driver may lie, below it
  private static final String LIBRARY = "/usr/local/nvidia/lib64/libcuda.so.1";

  @TempDir Path folder;

  @BeforeEach
  void conditions() throws Exception {
    assumeTrue(said("unshare", "-m", "mount", "-t", "tmpfs", "none", "/usr/local").code() == 0);
    assumeTrue(header().isPresent(), "no cuda.h: the driver cannot be compiled");
    assumeTrue(
        !Path.of(System.getProperty("java.home")).startsWith(HIDDEN), "Java would be hidden");
    assumeTrue(!Files.exists(Path.of("/dev/nvidiactl")), "this machine has a driver");
  }

  private record Said(int code, String text) {}

  private static Said said(String... command) throws Exception {
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      var text = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      return new Said(process.waitFor(), text);
    } catch (IOException e) {
      return new Said(-1, String.valueOf(e.getMessage()));
    }
  }

  private static Optional<Path> header() {
    return Stream.of("/usr/local/cuda/include", "/usr/include")
        .map(Path::of)
        .filter(include -> Files.exists(include.resolve("cuda.h")))
        .findFirst();
  }

  /// The output of judging the sample `kernel-tiled` on a card that is compiled so.
  private String judged(String... flags) throws Exception {
    var tests = SampleEntry.root().resolve("../../tests/00-gpu/resources").normalize();
    var library = folder.resolve("libcuda.so.1");
    var resource = Objects.requireNonNull(FakeCardTest.class.getResource("/fake-card/fake_card.c"));
    var source = Path.of(resource.toURI());
    var gcc = new ArrayList<>(List.of("gcc", "-O2", "-shared", "-fPIC", "-o", library.toString()));
    gcc.addAll(List.of(flags));
    gcc.add("-I" + header().orElseThrow());
    gcc.add("-I" + tests.resolve("tapeline/gpu/driver"));
    gcc.add(source.toString());
    var compiled = said(gcc.toArray(String[]::new));
    assertThat(compiled.code()).as(compiled.text()).isZero();
    var entry = Files.createTempDirectory(folder, "tiled");
    CorpusFiles.copy(SampleEntry.root().resolve("kernel-tiled"), entry);
    Files.delete(entry.resolve("manifest.json"));
    HonestManifest.write(entry, QuickEvents.named("kernel-time"), "tiled", "product");
    var script =
        """
        mount -t tmpfs none /usr/local && mkdir -p "$(dirname "$2")" && cp "$1" "$2" &&
        chmod -R a+rX /usr/local && shift 2 && exec "$@"
        """;
    return said(
            "unshare",
            "-m",
            "sh",
            "-c",
            script,
            "sh",
            library.toString(),
            LIBRARY,
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            ChildJvm.archivesFirst(Classes.OWN_PATH),
            Judge.class.getName(),
            entry.toString())
        .text();
  }

  /// The process that has the card.
  static final class Judge {
    private Judge() {}

    static void main(String[] args) throws IOException {
      var least = Map.of("m", 180, "k", 180, "n", 180);
      var event =
          QuickEvents.with(
              QuickEvents.named("kernel-time"),
              new SizeRange(least, Map.of("m", 220, "k", 220, "n", 220)),
              1e-5);
      try (var judge = EntryJudge.open(Corpus.PLAN)) {
        var judgement = judge.judge(event, Path.of(args[0]), Optional.empty(), 3, _ -> {});
        System.out.printf(
            "%s, %s. %s%n", judgement.verdict(), judgement.defence(), judgement.reason());
      }
    }
  }

  /// Judged up to three times while the two clocks differ: on a busy machine this one's may.
  private String judgedUndisturbed(String... options) throws Exception {
    var said = judged(options);
    for (int i = 0; i < 2 && said.startsWith("REVIEW, " + Defence.CLOCKS.text()); i++) {
      said = judged(options);
    }
    return said;
  }

  @Test
  void a_kernel_is_timed_by_the_driver_in_a_cell() throws Exception {
    assertThat(judgedUndisturbed())
        .contains("Fake card 7", "compute capability 8.6", "95 %")
        .doesNotContain("REVIEW", "REJECTED", "SANDBOX");
  }

  @Test
  void a_forged_clock_is_for_a_person_to_look_at() throws Exception {
    assertThat(judged("-DFORGED")).startsWith("REVIEW, " + Defence.CLOCKS.text());
  }

  @Test
  void a_card_that_cannot_be_used_in_a_cell_is_used_outside_and_says_so_loudly() throws Exception {
    assertThat(judgedUndisturbed("-DSHY"))
        .contains("THE CARD WAS USED WITHOUT A SANDBOX", "sees no card")
        .doesNotContain("REVIEW", "REJECTED");
  }

  @Test
  void a_card_for_one_process_at_a_time_is_none_and_nobody_is_to_blame() throws Exception {
    assertThat(judged("-DEXCLUSIVE"))
        .contains("NoCardException", "the card is for one process at a time")
        .doesNotContain("REJECTED");
  }
}
