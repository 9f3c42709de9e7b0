package tapeline.instructor.homework;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostCompilersTest {
  @TempDir Path folder;

  @Test
  void another_version_choice_or_download_has_another_name() throws Exception {
    var none = new HostCompilers(new TreeMap<>(), Map.of()).names();
    var download = new TreeMap<>(Map.of("/cache/compilers/nvrtc-12.9", folder));
    assertThat(new HostCompilers(download, Map.of()).names()).contains("nvrtc-12.9");
    assertThat(new HostCompilers(new TreeMap<>(), Map.of("TAPELINE_CUDA", "clang")).names())
        .isNotEqualTo(none);
    var version = Files.createFile(folder.resolve("clang-18"));
    assertThat(version.toFile().setExecutable(true)).isTrue();
    Files.createSymbolicLink(folder.resolve("clang"), version);
    var path = Map.of("PATH", folder.toString());
    assertThat(new HostCompilers(new TreeMap<>(), path).names()).contains("clang-18");
  }
}
