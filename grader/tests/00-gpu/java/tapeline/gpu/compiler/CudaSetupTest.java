package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tapeline.gpu.compiler.download.CompilerDownload;
import tapeline.gpu.compiler.download.Downloadable;

/// The words that users read about the compilers on their machine.
class CudaSetupTest {
  private static final Path CACHE = Path.of("/cache");
  private static final CompilerSearch.Route NONE =
      new CompilerSearch.Route(List.of("nvcc"), "nvcc", Optional::empty);
  private static final CompilerSearch.Route BROKEN =
      new CompilerSearch.Route(
          List.of("clang"),
          "clang",
          () -> {
            throw new UnusableCompiler("/usr/bin/clang was built without the target NVPTX");
          });
  private static final CompilerSearch.Route SCRIBE =
      new CompilerSearch.Route(List.of("scribe"), "scribe", () -> Optional.of(new Scribe()));

  private static CudaSetup setup(
      String system, Optional<String> chosen, CompilerSearch.Route... routes) {
    var platform = Platform.of(system, "amd64");
    var downloads =
        Downloadable.of(platform.artifact()).stream()
            .map(d -> new CompilerDownload(d, platform.artifact(), CACHE, CudaSetupTest::offline))
            .toList();
    return new CudaSetup(List.of(routes), downloads, platform, chosen);
  }

  private static java.net.URI offline() throws IOException {
    throw new IOException("there is no network");
  }

  @Test
  void the_first_that_can_be_used_compiles() {
    assertThat(setup("Linux", Optional.empty(), NONE, BROKEN, SCRIBE).report())
        .isEqualTo(
            """
            nvcc                              none
            clang                             not usable: /usr/bin/clang was built without the target NVPTX
            scribe                            scribe 1.0 (/opt/scribe)
            CUDA kernels are compiled by scribe 1.0 (/opt/scribe).
            """);
  }

  @Test
  void what_the_environment_chooses_compiles_and_is_told() {
    var nvcc = new CompilerSearch.Route(List.of("nvcc"), "nvcc", () -> Optional.of(new Scribe()));
    assertThat(setup("Linux", Optional.of("scribe"), nvcc, SCRIBE).report())
        .endsWith(
            "CUDA kernels are compiled by scribe 1.0 (/opt/scribe), as TAPELINE_CUDA is scribe.\n");
    assertThat(setup("Linux", Optional.of("clang"), nvcc, BROKEN).report())
        .contains("TAPELINE_CUDA is clang, and there is none")
        .doesNotContain("are compiled by");
    assertThatThrownBy(setup("Linux", Optional.of("gcc"), NONE, SCRIBE)::report)
        .hasMessage("TAPELINE_CUDA names a CUDA compiler, one of nvcc, scribe, got gcc");
  }

  @Test
  void where_there_is_none_each_system_reads_what_it_can_do() {
    assertThat(setup("Linux", Optional.empty(), NONE).report())
        .contains("There is no CUDA compiler.", "'apt install clang'")
        .contains(
            "Or './tapeline cuda-setup download-nvrtc' downloads NVRTC 12.9 from Maven Central (45 MB; 113 MB in ")
        .doesNotContain("brew", "LLVM");
    assertThat(setup("Mac OS X", Optional.empty(), NONE).report())
        .contains("'brew install llvm'")
        .contains("downloads clang of LLVM 20.1 from Maven Central (63 MB; 213 MB in ")
        .doesNotContain("NVRTC", "apt");
    assertThat(setup("Windows 11", Optional.empty(), NONE).report())
        .contains("NVIDIA's CUDA toolkit", "(39 MB; 97 MB in ")
        .contains("Or 'tapeline cuda-setup download-nvrtc' downloads")
        .doesNotContain("./tapeline", "LLVM", "apt");
  }

  @Test
  void a_word_that_names_no_download_is_told_which_there_are() {
    assertThatThrownBy(() -> setup("Linux", Optional.empty()).fetch(List.of("nvcc")))
        .hasMessage("cuda-setup takes no word, or one of download, download-nvrtc, got nvcc");
    assertThatThrownBy(() -> setup("FreeBSD", Optional.empty()).fetch(List.of("download")))
        .hasMessage(
            "cuda-setup takes no word here, as nothing can be downloaded for other-x86_64, got download");
  }

  @Test
  void a_download_that_fails_says_why() {
    assertThatThrownBy(() -> setup("Mac OS X", Optional.empty()).fetch(List.of("download")))
        .hasMessage(
            "clang of LLVM 20.1 was not downloaded, and nothing of it is kept: there is no network");
  }
}
