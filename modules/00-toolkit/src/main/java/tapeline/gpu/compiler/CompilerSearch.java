package tapeline.gpu.compiler;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The first CUDA compiler that is there. It is looked for once, when it is first needed, and one
/// line says which it is.
final class CompilerSearch {
  /// What to do where there is none.
  static final String INSTALL =
      "On Debian and Ubuntu 'apt install clang' installs one, on macOS 'brew install llvm', on"
          + " Windows NVIDIA's CUDA toolkit.";

  private static final CompilerSearch STANDARD =
      new CompilerSearch(routes(UserFolder::ask), CompilerSearch::print);

  /// A way to a compiler.
  ///
  /// @param name what it leads to
  record Route(String name, Supplier<Optional<CudaCompiler>> find) {}

  private final List<Route> routes;
  private final Consumer<String> say;
  private @Nullable CudaCompiler found;

  CompilerSearch(List<Route> routes, Consumer<String> say) {
    this.routes = List.copyOf(routes);
    this.say = say;
  }

  /// The one of this process, which says on standard output what it found. It puts questions on the
  /// console; without one the answer is no, or what `-Dtapeline.download=yes` says.
  static CompilerSearch standard() {
    return STANDARD;
  }

  /// The ways to a compiler that is on this machine, in the order in which they are tried.
  static List<Route> installed() {
    return List.of(
        new Route("NVRTC of a CUDA toolkit", () -> NvrtcFiles.load(NvrtcFiles.installed())),
        new Route("nvcc", ProgramCompiler::nvcc),
        new Route("clang that knows NVIDIA's cards", ProgramCompiler::clang),
        new Route("NVRTC downloaded before", new NvrtcDownload(UserFolder.path())::present));
  }

  /// The last way.
  ///
  /// @param ask puts a question to the user, and returns whether the answer is yes
  static Route download(Predicate<String> ask) {
    return new Route("NVRTC downloaded now", () -> new NvrtcDownload(UserFolder.path()).offer(ask));
  }

  /// The grader has `-Dtapeline.quiet=true`: what is printed there passes for the learner's.
  private static void print(String line) {
    if (!Boolean.getBoolean("tapeline.quiet")) {
      System.out.println(line);
    }
  }

  private static List<Route> routes(Predicate<String> ask) {
    var all = new ArrayList<>(installed());
    all.add(download(ask));
    return all;
  }

  /// The compiler for a text.
  ///
  /// @param why it is to be compiled
  /// @throws IllegalStateException when there is none
  synchronized CudaCompiler compiler(CudaSource source, String why) {
    if (found != null) {
      return found;
    }
    var absent = new ArrayList<String>();
    for (var route : routes) {
      var compiler = route.find.get();
      if (compiler.isPresent()) {
        found = compiler.get();
        say.accept("CUDA kernels are compiled by " + found.name() + ".");
        return found;
      }
      absent.add(route.name);
    }
    throw new IllegalStateException(
        "%s needs a CUDA compiler, as %s, and there is none: './tapeline cuda-setup' says how to get one (looked for %s)"
            .formatted(source.file(), why, String.join(", ", absent)));
  }
}
