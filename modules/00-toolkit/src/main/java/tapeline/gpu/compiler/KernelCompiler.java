package tapeline.gpu.compiler;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// From CUDA C to PTX by what is there: the cache, where it has the PTX of this very text; else
/// NVRTC of an installed toolkit, `nvcc`, `clang`, NVRTC downloaded. Says which, in one line for
/// each text.
///
/// ```text
/// vecadd.cu: PTX from the cache, made by nvcc 13.0 from this very text
/// softmax.cu: compiled by clang 19.1 (/usr/bin/clang-19), as the text is new to the cache
/// ```
public final class KernelCompiler {
  private static final String INSTALL =
      "Install one: on Debian and Ubuntu 'apt install clang', on macOS 'brew install llvm', on"
          + " Windows NVIDIA's CUDA toolkit.";

  /// A way to a compiler, and why it leads nowhere where it does.
  record Route(String absent, Supplier<Optional<CudaCompiler>> find) {}

  private final List<PtxCache> caches;
  private final List<Route> routes;
  private final Consumer<String> say;
  private @Nullable CudaCompiler compiler;

  KernelCompiler(List<PtxCache> caches, List<Route> routes, Consumer<String> say) {
    this.caches = List.copyOf(caches);
    this.routes = List.copyOf(routes);
    this.say = say;
  }

  /// A compiler for kernels whose PTX may lie in a folder beside them. What it compiles is kept in
  /// the user's own cache (`~/.cache/tapeline`, or `-Dtapeline.cache=…`).
  ///
  /// @param beside the folder with PTX that comes with the kernels
  /// @param ask puts a question to the user, and returns whether the answer is yes
  /// @param say takes the lines that say which compiler it was
  public static KernelCompiler standard(Path beside, Predicate<String> ask, Consumer<String> say) {
    var own = UserFolder.path();
    var download = new NvrtcDownload(own);
    return new KernelCompiler(
        List.of(new PtxCache(beside), new PtxCache(own.resolve("ptx"))),
        List.of(
            new Route("no NVRTC of a CUDA toolkit", () -> NvrtcFiles.load(NvrtcFiles.installed())),
            new Route("no nvcc", ProgramCompiler::nvcc),
            new Route("no clang that knows NVIDIA's cards", ProgramCompiler::clang),
            new Route("no NVRTC downloaded before", download::present),
            new Route("no download", () -> download.offer(ask))),
        say);
  }

  /// The same with questions on the console, and lines on standard output. Without a console the
  /// answer is no, or what `-Dtapeline.download=yes` says.
  public static KernelCompiler standard(Path beside) {
    return standard(beside, UserFolder::ask, System.out::println);
  }

  /// The PTX of a text.
  ///
  /// @throws CudaCompileError when the text has an error
  /// @throws IllegalStateException when it is not in the cache and there is no compiler
  public String ptx(CudaSource source) {
    for (var cache : caches) {
      var entry = cache.find(source);
      if (entry.isPresent()) {
        say.accept(
            "%s: PTX from the cache, made by %s from this very text"
                .formatted(source.file(), entry.get().compiler()));
        return entry.get().ptx();
      }
    }
    boolean changed = caches.stream().anyMatch(c -> c.hasOther(source));
    var why = changed ? "the text has changed since it was cached" : "the text is new to the cache";
    var chosen = compiler(source, why);
    var ptx = chosen.compile(source);
    caches.getLast().put(source, ptx, chosen.name());
    say.accept("%s: compiled by %s, as %s".formatted(source.file(), chosen.name(), why));
    return ptx;
  }

  /// Compiles a text, whatever the cache says, and keeps the PTX in the folder beside the kernels.
  public void refresh(CudaSource source) {
    var chosen = compiler(source, "it is to be made anew");
    caches.getFirst().put(source, chosen.compile(source), chosen.name());
    say.accept("%s: compiled by %s".formatted(source.file(), chosen.name()));
  }

  private synchronized CudaCompiler compiler(CudaSource source, String why) {
    var known = compiler;
    if (known != null) {
      return known;
    }
    var absent = new ArrayList<String>();
    for (var route : routes) {
      var found = route.find.get();
      if (found.isPresent()) {
        compiler = found.get();
        return found.get();
      }
      absent.add(route.absent);
    }
    throw new IllegalStateException(
        "%s cannot be compiled here: %s, and there is no compiler (%s). %s"
            .formatted(source.file(), why, String.join(", ", absent), INSTALL));
  }
}
