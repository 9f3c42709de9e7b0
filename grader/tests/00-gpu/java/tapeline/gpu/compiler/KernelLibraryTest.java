package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.gpu.Gpu;
import tapeline.gpu.emulator.EmulatedGpu;

/// Kernels on the class path.
class KernelLibraryTest {
  private static final String ADD = "extern \"C\" __global__ void add() {}\n";

  @TempDir Path folder;
  private final Scribe scribe = new Scribe();
  private Path mine;
  private PtxCache kept;
  private Path references;

  @BeforeEach
  void write() throws IOException {
    mine = Files.createDirectories(folder.resolve("mine"));
    references = folder.resolve("reference");
    kept = new PtxCache(folder.resolve("ptx"));
    Files.createDirectories(references.resolve("cuda"));
    Files.writeString(references.resolve("cuda/add.cu"), ADD);
    Files.writeString(references.resolve("cuda/sub.cu"), "// sub\n");
    Files.writeString(references.resolve("cuda/notes.txt"), "");
  }

  private static ClassLoader loader(Path... entries) {
    var urls = new URL[entries.length];
    try {
      for (int i = 0; i < entries.length; i++) {
        urls[i] = entries[i].toUri().toURL();
      }
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
    return new URLClassLoader(urls, null);
  }

  private KernelLibrary library(ClassLoader loader, CompilerSearch search) {
    var own = new PtxCache(folder.resolve("own"));
    return new KernelLibrary(
        new ClassPathFolder("cuda", loader), new KernelCompiler(List.of(kept), own, search));
  }

  @Test
  void a_file_that_is_not_there_is_refused_with_those_that_are() {
    var library = library(loader(mine, references), Scribe.none());
    assertThatThrownBy(() -> library.source("ad.cu"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "there is no ad.cu in the folder cuda of the class path; there are [add.cu, sub.cu]");
  }

  @Test
  void of_two_files_with_one_name_the_first_on_the_class_path_counts() throws IOException {
    Files.createDirectories(mine.resolve("cuda"));
    Files.writeString(mine.resolve("cuda/add.cu"), "\uFEFF// mine\n");
    var library = library(loader(mine, references), scribe.search());
    assertThat(library.source("add.cu").text())
        .as("without its byte order mark")
        .isEqualTo("// mine\n");
    assertThat(library.source("sub.cu").text()).isEqualTo("// sub\n");
    assertThat(library.ptx("add.cu")).contains("// // mine");
  }

  @Test
  void ptx_that_is_kept_needs_no_compiler_until_the_text_changes() throws IOException {
    var source = new CudaSource("add.cu", ADD);
    kept.put(source, new PtxFile(".version 7.1\n", "x"));
    assertThat(library(loader(references), Scribe.none()).ptx("add.cu"))
        .isEqualTo(".version 7.1\n");
    Files.writeString(references.resolve("cuda/add.cu"), ADD + "// changed\n");
    assertThatThrownBy(() -> library(loader(references), Scribe.none()).ptx("add.cu"))
        .hasMessageStartingWith("add.cu needs a CUDA compiler, as its text has changed since");
  }

  @Test
  void a_jar_is_as_good_as_a_folder() throws IOException {
    var source = new CudaSource("add.cu", ADD);
    kept.put(source, new PtxFile(".version 7.1\n", "x"));
    var jar = folder.resolve("kernels.jar");
    ToolProvider.findFirst("jar")
        .orElseThrow()
        .run(System.out, System.err, "--create", "--file", "" + jar, "-C", "" + references, ".");
    var library = library(loader(jar), Scribe.none());
    assertThat(library.ptx("add.cu")).isEqualTo(".version 7.1\n");
    assertThatThrownBy(() -> library.source("ad.cu")).hasMessageEndingWith("[add.cu, sub.cu]");
    assertThatThrownBy(() -> library.ptx("sub.cu")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_file_is_compiled_once_and_loaded_once_for_each_gpu() {
    var library = library(loader(references), scribe.search());
    try (var one = Gpu.on(new EmulatedGpu());
        var two = Gpu.on(new EmulatedGpu())) {
      var first = library.kernel(one, "add.cu", "add");
      assertThat(first.name()).isEqualTo("add");
      assertThat(library.kernel(one, "add.cu", "add").signature()).isSameAs(first.signature());
      assertThat(library.kernel(two, "add.cu", "add").signature()).isNotSameAs(first.signature());
      assertThatThrownBy(() -> library.kernel(one, "add.cu", "plus"))
          .hasMessageContaining("plus")
          .hasMessageContaining("add");
    }
    assertThat(scribe.compiled).containsExactly("add.cu");
  }

  @Test
  void the_library_keeps_no_gpu_alive() throws InterruptedException {
    var library = library(loader(references), scribe.search());
    var gone = used(library);
    for (int i = 0; i < 50 && gone.get() != null; i++) {
      System.gc();
      Thread.sleep(20);
    }
    assertThat(gone.get()).as("a GPU that was never closed, and that nothing else holds").isNull();
  }

  private static WeakReference<Gpu> used(KernelLibrary library) {
    var gpu = Gpu.on(new EmulatedGpu());
    library.kernel(gpu, "add.cu", "add");
    return new WeakReference<>(gpu);
  }
}
