package tapeline.laboratory.gpu;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SelftestBundleTest {
  private static final long MOST = 64L << 20; // bytes
  private static final int SECONDS = 600; // a busy machine is no failure

  @TempDir Path folder;

  /// A process with nothing in its environment, no PATH, no JAVA_HOME, but what makes its short run
  /// shorter.
  private static String run(Path in, List<String> command) throws Exception {
    var log = in.resolve("log");
    var builder = new ProcessBuilder(command).directory(in.toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
    var process = builder.redirectOutput(log.toFile()).start();
    boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    var printed = Files.readString(log, UTF_8);
    assertThat(ended && process.exitValue() == 0).as("%s:%n%s", command, printed).isTrue();
    return printed;
  }

  private static long bytes(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(f -> f.toFile().length()).sum();
    }
  }

  @Test
  @Tag("slow")
  void a_bundle_runs_where_there_is_no_java_and_is_no_larger_than_64_mib() throws Exception {
    var archive = SelftestBundle.write(folder.resolve("packed here"));
    assertThat(Files.size(archive)).as("bytes of the archive").isLessThan(MOST);
    var there = Files.createDirectories(folder.resolve("unpacked there"));
    run(there, List.of("/bin/tar", "xzf", archive.toString()));
    assertThat(bytes(there.resolve("gpu-selftest"))).as("bytes unpacked").isLessThan(MOST);
    var printed =
        run(there, List.of(there + "/gpu-selftest/gpu-selftest", "--emulator", "--out", "a.md"));
    assertThat(printed)
        .contains("device: the emulator")
        .contains("All 39 answers are right. There are no times: an emulator has no clock.");
    assertThat(Files.readString(there.resolve("a.md"))).contains("| transpose | (33,517) |");
  }
}
