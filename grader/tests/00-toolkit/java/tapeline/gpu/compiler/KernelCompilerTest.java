package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which compiler it is, when the cache will do, and what is said.
class KernelCompilerTest {
  private static final CudaSource ADD = new CudaSource("add.cu", "__global__ void add() {}\n");

  @TempDir Path folder;
  private final List<String> said = new ArrayList<>();
  private PtxCache beside;
  private PtxCache own;

  /// A compiler that writes down what it compiled.
  private static final class Scribe implements CudaCompiler {
    final List<String> compiled = new ArrayList<>();

    @Override
    public String name() {
      return "scribe 1.0 (/opt/scribe)";
    }

    @Override
    public String compile(CudaSource source) {
      compiled.add(source.file());
      return ".version 7.0\n// " + source.text();
    }
  }

  private final Scribe scribe = new Scribe();

  @BeforeEach
  void caches() {
    beside = new PtxCache(folder.resolve("kernels"));
    own = new PtxCache(folder.resolve("own"));
  }

  private KernelCompiler with(boolean compiler) {
    return new KernelCompiler(
        List.of(beside, own),
        List.of(
            new KernelCompiler.Route("no nvcc", Optional::empty),
            new KernelCompiler.Route(
                "no clang", () -> compiler ? Optional.of(scribe) : Optional.empty())),
        said::add);
  }

  @Test
  void a_new_text_is_compiled_once_and_then_comes_from_the_cache() {
    var ptx = with(true).ptx(ADD);
    assertThat(with(true).ptx(ADD)).isEqualTo(ptx);
    assertThat(scribe.compiled).containsExactly("add.cu");
    assertThat(said)
        .containsExactly(
            "add.cu: compiled by scribe 1.0 (/opt/scribe), as the text is new to the cache",
            "add.cu: PTX from the cache, made by scribe 1.0 from this very text");
  }

  @Test
  void a_changed_text_is_compiled_anew_and_the_line_says_so() {
    with(true).ptx(ADD);
    with(true).ptx(new CudaSource("add.cu", ADD.text() + "// changed\n"));
    assertThat(scribe.compiled).hasSize(2);
    assertThat(said.getLast()).endsWith("as the text has changed since it was cached");
  }

  @Test
  void the_ptx_beside_the_kernels_needs_no_compiler() throws IOException {
    with(true).refresh(ADD);
    assertThat(Files.readString(beside.file(ADD)))
        .startsWith("// made from add.cu (sha-256 " + ADD.hash() + ") by scribe 1.0\n.version 7.0")
        .doesNotContain("/opt");
    assertThat(with(false).ptx(ADD)).startsWith(".version 7.0\n");
  }

  @Test
  void line_ends_of_windows_are_the_same_text() {
    assertThat(new CudaSource("a.cu", "x\r\ny\r\n").hash())
        .isEqualTo(new CudaSource("a.cu", "x\ny\n").hash());
  }

  @Test
  void ptx_that_lost_its_first_line_does_not_count() throws IOException {
    with(true).ptx(ADD);
    Files.writeString(own.file(ADD), ".version 7.0\n");
    with(true).ptx(ADD);
    assertThat(scribe.compiled).hasSize(2);
  }

  @Test
  void without_a_compiler_the_message_says_what_was_tried_and_what_to_do() {
    assertThatThrownBy(() -> with(false).ptx(ADD))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith(
            "add.cu cannot be compiled here: the text is new to the cache, and there is no"
                + " compiler (no nvcc, no clang). Install one: on Debian and Ubuntu")
        .hasMessageContaining("apt install clang");
  }

  @Test
  void a_text_with_an_error_is_not_cached() {
    CudaCompiler strict =
        new CudaCompiler() {
          @Override
          public String name() {
            return "strict";
          }

          @Override
          public String compile(CudaSource source) {
            throw new CudaCompileError(source, List.of(), "no");
          }
        };
    var compiler =
        new KernelCompiler(
            List.of(own),
            List.of(new KernelCompiler.Route("", () -> Optional.of(strict))),
            said::add);
    assertThatThrownBy(() -> compiler.ptx(ADD)).isInstanceOf(CudaCompileError.class);
    assertThat(own.file(ADD)).doesNotExist();
    assertThat(said).isEmpty();
  }

  @Test
  void a_source_is_named_as_a_file_without_folders() {
    assertThatThrownBy(() -> new CudaSource("../add.cu", ""))
        .hasMessage("a CUDA source is named like softmax.cu, without folders: got '../add.cu'");
  }
}
