package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which of several `clang` is taken: here they are scripts.
class ProgramCompilerTest {
  @TempDir Path folder;

  @BeforeEach
  void scripts() {
    Assumptions.assumeFalse(
        Platform.here().family() == Platform.Family.WINDOWS, "scripts need a shell");
  }

  private Path clang(String name, String script) throws IOException {
    var file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private Path good(String name) throws IOException {
    return clang(name, "echo 'clang version 21.1.0'; echo '    nvptx64 - NVIDIA PTX 64-bit'");
  }

  @Test
  void one_without_the_target_is_passed_over() throws IOException {
    var apple = clang("apple", "echo '    arm64 - AArch64'");
    assertThat(ProgramCompiler.clang(List.of(apple, good("clang-21"))).map(CudaCompiler::name))
        .contains("clang 21.1 (" + folder.resolve("clang-21") + ")");
    assertThat(ProgramCompiler.clang(List.of())).isEmpty();
  }

  @Test
  void where_none_can_be_used_it_is_told_why() throws IOException {
    var apple = clang("apple", "echo '    arm64 - AArch64'");
    var broken = clang("broken", "echo 'libLLVM.so is missing'; exit 127");
    var nothing = Files.createFile(folder.resolve("nothing"));
    assertThatThrownBy(() -> ProgramCompiler.clang(List.of(apple, broken, nothing)))
        .isInstanceOf(UnusableCompiler.class)
        .hasMessageStartingWith(
            "%s was built without the target NVPTX; %s does not run here: libLLVM.so is missing; %s does not start: "
                .formatted(apple, broken, nothing));
  }

  @Test
  void a_downloaded_one_is_told_where_its_libraries_are() throws IOException {
    clang(
        "clang",
        "[ \"$LD_LIBRARY_PATH\" = '%s' ] && echo 'clang version 20.1.7 nvptx64'".formatted(folder));
    assertThat(ProgramCompiler.clangIn(folder).name())
        .isEqualTo("clang 20.1 (" + folder.resolve("clang") + ")");
  }

  @Test
  void on_macos_what_lies_in_usr_bin_is_not_even_started() {
    var names = List.of("sh", "env");
    var bin = List.of(Path.of("/usr/bin"));
    var linux = CommandLine.all(names, bin, Platform.of("Linux", "amd64")).toList();
    var mac = CommandLine.all(names, bin, Platform.of("Mac OS X", "aarch64")).toList();
    assertThat(linux).contains(Path.of("/usr/bin/env"));
    assertThat(mac).doesNotContain(Path.of("/usr/bin/env"));
  }

  @Test
  void on_windows_a_program_ends_in_exe_unless_it_is_named_otherwise() throws IOException {
    var exe = clang("nvcc.exe", "");
    var script = clang("mvn.cmd", "");
    var windows = Platform.of("Windows 11", "amd64");
    assertThat(CommandLine.all(List.of("nvcc"), List.of(folder), windows)).contains(exe);
    assertThat(CommandLine.all(List.of("mvn", "mvn.cmd"), List.of(folder), windows))
        .containsExactly(script);
  }
}
