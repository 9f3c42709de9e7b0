package tapeline.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelspecTest {
  @TempDir Path folder;

  private final KernelFiles files = new KernelFiles(Path.of("/my course"));
  private final ClassPath classPath =
      new ClassPath(List.of(Path.of("/a b.jar"), Path.of("/c.jar")));

  @Test
  void jupyter_reads_a_whole_command_an_argument_each() throws IOException {
    new Kernelspec(KernelCommand.here(classPath, files)).write(folder);
    var json =
        JsonParser.parseString(Files.readString(folder.resolve("kernel.json"))).getAsJsonObject();
    var argv = json.getAsJsonArray("argv").asList().stream().map(JsonElement::getAsString).toList();
    assertThat(Path.of(argv.getFirst())).isAbsolute().isExecutable();
    assertThat(argv)
        .contains("-Dtapeline.root=/my course", "--add-modules=jdk.incubator.vector")
        .containsSequence("-classpath", classPath.toString(), "tapeline.start.Start")
        .endsWith("{connection_file}");
    assertThat(json.get("interrupt_mode").getAsString())
        .as("Windows cannot send a signal to a kernel")
        .isEqualTo("message");
    assertThat(json.get("language").getAsString()).isEqualTo("java");
  }

  @Test
  void nothing_unfinished_is_left_beside_it() throws IOException {
    new Kernelspec(KernelCommand.here(classPath, files)).write(folder);
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("kernel.json", "logo-64x64.png");
  }

  @Test
  void the_logo_is_a_picture_on_nothing() throws IOException {
    new Kernelspec(KernelCommand.here(classPath, files)).write(folder);
    var logo = ImageIO.read(folder.resolve("logo-64x64.png").toFile());
    assertThat(List.of(logo.getWidth(), logo.getHeight())).containsExactly(64, 64);
    assertThat(logo.getRGB(0, 63) >>> 24).as("opacity of a corner").isZero();
    assertThat(logo.getRGB(12, 47) >>> 24).as("opacity of a slot").isEqualTo(255);
  }
}
