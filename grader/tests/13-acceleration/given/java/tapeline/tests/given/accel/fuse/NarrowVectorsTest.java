package tapeline.tests.given.accel.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static tapeline.accel.math.VectorFunctions.L;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tapeline.accel.math.VectorFunctions;

/// On a processor with 32 vector registers, what others with 16 run: in a JVM that makes vectors of
/// 256 bits.
class NarrowVectorsTest {
  public static void main(String... words) {
    GivenFusionsTest.convolutionsAgree(new Random(1));
    System.out.printf("%d floats, many registers: %b%n", L, VectorFunctions.MANY_REGISTERS);
  }

  @Test
  void tiles_for_few_registers_compute_the_same() throws IOException, InterruptedException {
    assumeTrue(L == 16, "the processor has vectors of 512 bits");
    var command =
        List.of(
            ProcessHandle.current().info().command().orElseThrow(),
            "-XX:MaxVectorSize=32",
            "--add-modules=jdk.incubator.vector",
            "-cp",
            classPath(),
            NarrowVectorsTest.class.getName());
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("8 floats, many registers: false");
  }

  private static String classPath() {
    var folders = new ArrayList<URL>();
    if (NarrowVectorsTest.class.getClassLoader() instanceof URLClassLoader tests) {
      folders.addAll(List.of(tests.getURLs()));
    }
    return Stream.concat(
            folders.stream().map(url -> Path.of(URI.create(url.toString())).toString()),
            Stream.of(System.getProperty("java.class.path")))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
