package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.toolkit.Todo;

/// When a text is compiled, by what, and what is said.
class KernelCompilerTest {
  private static final CudaSource ADD = new CudaSource("add.cu", "__global__ void add() {}\n");

  @TempDir Path folder;
  private final Scribe scribe = new Scribe();
  private PtxCache beside;
  private PtxCache own;

  @BeforeEach
  void caches() {
    beside = new PtxCache(folder.resolve("kernels"));
    own = new PtxCache(folder.resolve("own"));
  }

  private KernelCompiler with(CompilerSearch search) {
    return new KernelCompiler(List.of(beside), own, search);
  }

  @Test
  void a_new_text_is_compiled_once_and_then_comes_from_the_cache() {
    var ptx = with(scribe.search()).ptx(ADD);
    assertThat(ptx).startsWith(".version 7.0\n");
    assertThat(with(Scribe.none()).ptx(ADD)).isEqualTo(ptx);
    assertThat(scribe.compiled).containsExactly("add.cu");
  }

  @Test
  void the_compiler_is_named_once_and_only_when_it_is_needed() {
    var compiler = with(scribe.search());
    beside.put(ADD, new PtxFile(".version 7.0\n", "nvcc 13.0"));
    compiler.ptx(ADD);
    assertThat(scribe.said).as("the PTX lies beside the kernels").isEmpty();
    compiler.ptx(new CudaSource("add.cu", "// changed\n"));
    compiler.ptx(new CudaSource("sub.cu", "// another\n"));
    assertThat(scribe.said)
        .containsExactly("CUDA kernels are compiled by scribe 1.0 (/opt/scribe).");
  }

  @Test
  void a_word_chooses_the_compilers_of_its_name() {
    var all = CompilerSearch.installed();
    assertThat(CompilerSearch.of("clang", all))
        .extracting(CompilerSearch.Route::name)
        .containsExactly("clang that knows NVIDIA's cards");
    assertThatThrownBy(() -> CompilerSearch.of("gcc", all))
        .message()
        .as("what follows clang can be downloaded here")
        .matches(
            "TAPELINE_CUDA names a CUDA compiler, one of nvrtc, nvcc, clang(, download, download-\\w+)?, got gcc");
  }

  @Test
  void the_ptx_beside_the_kernels_says_what_made_it_but_not_where_that_lay() throws IOException {
    beside.put(ADD, new PtxFile(".version 7.0\n", scribe.name()));
    assertThat(Files.readString(beside.file(ADD)))
        .isEqualTo(
            "// made from add.cu (sha-256 " + ADD.hash() + ") by scribe 1.0\n.version 7.0\n// end");
    assertThat(with(Scribe.none()).ptx(ADD)).isEqualTo(".version 7.0\n");
    assertThat(beside.find(ADD)).contains(new PtxFile(".version 7.0\n", "scribe 1.0"));
  }

  @Test
  void ptx_that_lost_its_first_line_does_not_count() throws IOException {
    with(scribe.search()).ptx(ADD);
    Files.writeString(own.file(ADD), ".version 7.0\n");
    with(scribe.search()).ptx(ADD);
    assertThat(scribe.compiled).hasSize(2);
  }

  @Test
  void ptx_that_was_cut_short_does_not_count() throws IOException {
    var ptx = with(scribe.search()).ptx(ADD);
    var text = Files.readString(own.file(ADD));
    Files.writeString(own.file(ADD), text.substring(0, text.length() - 10));
    assertThat(with(scribe.search()).ptx(ADD)).isEqualTo(ptx);
    assertThat(scribe.compiled).hasSize(2);
  }

  @Test
  void what_cannot_be_kept_leaves_nothing_behind() throws IOException {
    Files.createDirectories(own.file(ADD).resolve("a folder where the file should be"));
    with(scribe.search()).ptx(ADD);
    assertThat(own.files()).containsExactly(own.file(ADD).getFileName().toString());
  }

  @Test
  void a_cache_that_cannot_be_written_costs_nothing_but_time() throws IOException {
    Files.writeString(folder.resolve("own"), "a file where the folder should be");
    assertThat(with(scribe.search()).ptx(ADD)).startsWith(".version 7.0\n");
    with(scribe.search()).ptx(ADD);
    assertThat(scribe.compiled).hasSize(2);
  }

  @Test
  void without_a_compiler_the_message_says_what_was_tried_and_what_to_do() {
    assertThatThrownBy(() -> with(Scribe.none()).ptx(ADD))
        .isInstanceOf(NoCudaCompiler.class)
        .hasMessage(
            "add.cu needs a CUDA compiler, as its text is new, and there is none: './tapeline"
                + " cuda-setup' says how to get one (looked for nvcc, clang)");
    own.put(ADD, new PtxFile("", "nvcc"));
    assertThatThrownBy(() -> with(Scribe.none()).ptx(new CudaSource("add.cu", "// changed\n")))
        .hasMessageContaining("as its text has changed since it was compiled, and there is none");
  }

  @Test
  void what_was_compiled_with_other_headers_or_by_another_choice_is_kept_apart() {
    var none = Optional.<String>empty();
    var kept = KernelCompiler.kept("a header", none);
    assertThat(kept).isEqualTo(KernelCompiler.kept("a header", none)).matches("ptx-[0-9a-f]{8}");
    assertThat(KernelCompiler.kept("a mended header", none)).isNotEqualTo(kept);
    assertThat(KernelCompiler.kept("a header", Optional.of("nvcc"))).isEqualTo(kept + "-nvcc");
  }

  @Test
  void without_a_compiler_the_stack_begins_at_the_exercise() {
    var source = new CudaSource("add.cu", "// c\n// BEGIN EXERCISE 10.1\n//\n// END EXERCISE 10.1");
    assertThatThrownBy(() -> with(Scribe.none()).ptx(source))
        .satisfies(e -> assertThat(e.getStackTrace()[0]).hasToString("cuda.add(add.cu:2)"));
    assertThatThrownBy(() -> with(Scribe.none()).ptx(ADD))
        .satisfies(e -> assertThat(e.getStackTrace()[0]).hasToString("cuda.add(add.cu:1)"));
  }

  @Test
  void a_compiler_of_no_use_is_passed_over_and_told_where_there_is_no_other() {
    var broken =
        new CompilerSearch.Route(
            List.of("clang"),
            "clang",
            () -> {
              throw new UnusableCompiler("/usr/bin/clang does not run here");
            });
    var good = new CompilerSearch.Route(List.of("scribe"), "scribe", () -> Optional.of(scribe));
    var both = new CompilerSearch(List.of(broken, good), scribe.said::add);
    assertThat(with(both).ptx(ADD)).startsWith(".version 7.0\n");
    var alone = new CompilerSearch(List.of(broken), scribe.said::add);
    assertThatThrownBy(() -> with(alone).ptx(new CudaSource("sub.cu", "// another\n")))
        .hasMessageEndingWith("(looked for clang: /usr/bin/clang does not run here)");
  }

  @Test
  void a_text_with_an_error_is_not_cached_and_its_line_is_the_first_of_the_stack() {
    var wrong = new CudaSource("add.cu", "int a;\n#wrong\n");
    assertThatThrownBy(() -> with(scribe.search()).ptx(wrong))
        .isInstanceOf(CudaCompileError.class)
        .hasMessage("add.cu:2:1: it is wrong\n    #wrong\n    ^")
        .satisfies(e ->
            assertThat(e.getStackTrace()[0])
                .as("what an IDE or the grader shows")
                .isEqualTo(new StackTraceElement("cuda", "add", "add.cu", 2)));
    assertThat(own.file(wrong)).doesNotExist();
  }

  @Test
  void an_exercise_that_is_still_to_be_written_needs_no_compiler() {
    var stub =
        new CudaSource(
            "transpose.cu",
            """
            // BEGIN EXERCISE 10.5
            // TODO 10.5 — 8 lines. Who writes where?
              #error TODO 10.5 padded transpose
            // END EXERCISE 10.5
            """);
    assertThatThrownBy(() -> with(Scribe.none()).ptx(stub))
        .isInstanceOf(Todo.class)
        .hasMessage("exercise 10.5 is still to be written: padded transpose")
        .extracting(e -> ((Todo) e).exercise())
        .isEqualTo("10.5");
    assertThat(new CudaSource("a.cu", "// #error TODO 10.5 padded\n").todo())
        .as("a comment is no stub")
        .isEmpty();
    assertThat(new CudaSource("a.cu", "#error too old a compiler\n").todo()).isEmpty();
  }
}
