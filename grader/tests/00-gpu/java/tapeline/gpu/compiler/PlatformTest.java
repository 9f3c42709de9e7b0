package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The differences from system to system, by the system's name.
class PlatformTest {
  private static final Platform MAC = Platform.of("Mac OS X", "aarch64");
  private static final Platform LINUX = Platform.of("Linux", "amd64");
  private static final Platform WINDOWS = Platform.of("Windows 11", "amd64");

  @Test
  void it_is_called_as_in_jars_with_native_files() {
    assertThat(MAC.artifact()).isEqualTo("macosx-arm64");
    assertThat(LINUX.artifact()).isEqualTo("linux-x86_64");
    assertThat(WINDOWS.artifact()).isEqualTo("windows-x86_64");
    assertThat(Platform.of("Linux", "riscv64").artifact()).isEqualTo("linux-riscv64");
  }

  @Test
  void a_path_may_have_quotes_on_windows_and_what_is_no_folder() {
    var folders = String.join(File.pathSeparator, "/a", "\"/b c\"", "", "\0", " ", "/d");
    assertThat(CommandLine.folders(folders, WINDOWS))
        .containsExactly(path("/a"), path("/b c"), path("/d"));
    assumeTrue(File.separatorChar == '/', "quotes belong to a name there");
    assertThat(CommandLine.folders(folders, LINUX))
        .containsExactly(path("/a"), path("\"/b c\""), path("/d"));
  }

  @Test
  void caches_are_where_each_system_has_them() {
    var none = Map.<String, String>of();
    assertThat(UserFolder.path(LINUX, none, "/home/a")).isEqualTo(path("/home/a/.cache/tapeline"));
    assertThat(UserFolder.path(LINUX, Map.of("XDG_CACHE_HOME", "/c"), "/home/a"))
        .isEqualTo(path("/c/tapeline"));
    assertThat(UserFolder.path(MAC, none, "/Users/a"))
        .isEqualTo(path("/Users/a/Library/Caches/tapeline"));
    assertThat(UserFolder.path(WINDOWS, Map.of("LOCALAPPDATA", "/Local"), "/Users/a"))
        .isEqualTo(path("/Local/tapeline"));
  }

  @Test
  void where_no_compiler_is_it_is_said_what_to_install() {
    assertThat(new NoCudaCompiler("", LINUX))
        .hasMessageContaining("compiled by clang or nvcc")
        .hasMessageEndingWith(
            "there is none. On Debian and Ubuntu 'apt install clang' installs one.");
    assertThat(new NoCudaCompiler("nvcc", WINDOWS))
        .hasMessageContaining("compiled by nvcc,")
        .hasMessageContaining("CUDA toolkit has one");
    assertThat(new NoCudaCompiler("", MAC)).hasMessageContaining("'brew install llvm'");
    assertThat(new NoCudaCompiler("", Platform.of("FreeBSD", "amd64")))
        .hasMessageEndingWith("A clang that was built with the NVPTX target is one.");
  }

  private static Path path(String text) {
    return Path.of(text);
  }
}
