package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Folders that look as if they had NVRTC.
class NvrtcFilesTest {
  @TempDir Path folder;

  @Test
  void a_folder_without_it_has_none() throws IOException {
    Files.writeString(folder.resolve("libcudart.so.13"), "");
    assertThat(NvrtcFiles.load(List.of(folder, folder.resolve("absent")))).isEmpty();
  }

  @Test
  void without_the_library_beside_it_it_is_of_no_use() throws IOException {
    var library = Files.writeString(folder.resolve("libnvrtc.so.13"), "");
    assertThatThrownBy(() -> NvrtcFiles.load(List.of(folder)))
        .isInstanceOf(UnusableCompiler.class)
        .hasMessage(library + " needs a libnvrtc-builtins beside it");
  }

  @Test
  void what_is_no_library_of_this_machine_is_of_no_use() throws IOException {
    Files.writeString(folder.resolve("libnvrtc-builtins.so.13.0"), "");
    var library = Files.writeString(folder.resolve("libnvrtc.so.13"), "");
    assertThatThrownBy(() -> NvrtcFiles.load(List.of(folder)))
        .isInstanceOf(UnusableCompiler.class)
        .hasMessageStartingWith(library + " cannot be loaded: ");
  }
}
