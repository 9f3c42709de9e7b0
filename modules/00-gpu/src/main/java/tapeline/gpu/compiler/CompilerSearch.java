package tapeline.gpu.compiler;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.compiler.download.CompilerDownload;
import tapeline.gpu.compiler.download.Downloadable;
import tapeline.gpu.compiler.download.MavenRepository;

/// The first CUDA compiler that is there. It is looked for once, when it is first needed, and one
/// line says which it is.
final class CompilerSearch {
  /// A way to a compiler.
  ///
  /// @param words each of which chooses it, see [#chosen]
  /// @param name what it leads to
  /// @param find throws [UnusableCompiler] when what it leads to is there and of no use
  record Route(List<String> words, String name, Supplier<Optional<CudaCompiler>> find) {}

  /// Made when it is first asked for.
  private static final class Standard {
    static final CompilerSearch SEARCH =
        new CompilerSearch(() -> routes(UserFolder::ask), CompilerSearch::print);
  }

  /// Chooses whichever can be downloaded.
  static final String DOWNLOAD = "download";

  private final Supplier<List<Route>> routes; // asked for by what is not kept
  private final Consumer<String> say;
  private @Nullable CudaCompiler found;

  CompilerSearch(List<Route> routes, Consumer<String> say) {
    this(() -> routes, say);
  }

  private CompilerSearch(Supplier<List<Route>> routes, Consumer<String> say) {
    this.routes = routes;
    this.say = say;
  }

  /// The one of this process, which says on standard output what it found. It puts questions on the
  /// console; without one the answer is no, or what `-Dtapeline.download=yes` says.
  static CompilerSearch standard() {
    return Standard.SEARCH;
  }

  /// The word of the environment variable `TAPELINE_CUDA`, which chooses a compiler: `nvrtc`,
  /// `nvcc`, `clang`, or `download`, `download-nvrtc`, `download-llvm`. PTX of another compiler is
  /// not taken then.
  static Optional<String> chosen() {
    var word = System.getenv("TAPELINE_CUDA");
    return word == null || word.isBlank() ? Optional.empty() : Optional.of(word);
  }

  /// Returns the routes that a word chooses.
  ///
  /// @throws IllegalArgumentException when it chooses none
  static List<Route> of(String word, List<Route> routes) {
    var found = routes.stream().filter(r -> r.words.contains(word)).toList();
    if (found.isEmpty()) {
      var words = routes.stream().flatMap(r -> r.words.stream()).distinct().toList();
      throw new IllegalArgumentException(
          "TAPELINE_CUDA names a CUDA compiler, one of %s, got %s"
              .formatted(String.join(", ", words), word));
    }
    return found;
  }

  /// The ways to a compiler that is on this machine, in the order in which they are tried.
  static List<Route> installed() {
    var installed =
        Stream.of(
            new Route(
                List.of("nvrtc"),
                "NVRTC of a CUDA toolkit",
                () -> NvrtcFiles.load(NvrtcFiles.installed())),
            new Route(List.of("nvcc"), "nvcc", ProgramCompiler::nvcc),
            new Route(List.of("clang"), "clang that knows NVIDIA's cards", ProgramCompiler::clang));
    return Stream.concat(
            installed,
            downloads().map(d -> new Route(words(d), "downloaded " + d.name(), () -> open(d))))
        .toList();
  }

  /// The compilers that can be downloaded for this machine, the most suitable first.
  static Stream<CompilerDownload> downloads() {
    var here = Platform.here().artifact();
    return Downloadable.of(here).stream()
        .map(d -> new CompilerDownload(d, here, UserFolder.path(), CompilerSearch::repository));
  }

  private static URI repository() throws IOException {
    return MavenRepository.find(CommandLine.find(List.of("mvn", "mvn.cmd"), List.of()));
  }

  private static Optional<CudaCompiler> open(CompilerDownload download) {
    if (download.isAbsent()) {
      return Optional.empty();
    }
    return download.word().equals(Downloadable.NVRTC.word())
        ? NvrtcFiles.load(List.of(download.folder()))
        : Optional.of(ProgramCompiler.clangIn(download.folder()));
  }

  private static List<String> words(CompilerDownload download) {
    return List.of(DOWNLOAD, download.word());
  }

  /// All ways: when nothing is there, the last one offers to download what suits best.
  ///
  /// @param ask puts a question to the user, and returns whether the answer is yes
  private static List<Route> routes(Predicate<String> ask) {
    var all = new ArrayList<>(installed());
    downloads()
        .filter(d -> chosen().map(words(d)::contains).orElse(true))
        .findFirst()
        .map(d ->
            new Route(
                words(d),
                "a download of " + d.name(),
                () -> d.offer(ask) ? open(d) : Optional.empty()))
        .ifPresent(all::add);
    return chosen().map(word -> of(word, all)).orElse(all);
  }

  /// The grader has `-Dtapeline.quiet=true`: text that is printed there passes for the learner's.
  private static void print(String line) {
    if (!Boolean.getBoolean("tapeline.quiet")) {
      System.out.println(line);
    }
  }

  /// The compiler for a text.
  ///
  /// @param why it is to be compiled
  /// @throws NoCudaCompiler when there is none
  synchronized CudaCompiler compiler(CudaSource source, String why) {
    if (found != null) {
      return found;
    }
    var absent = new ArrayList<String>();
    for (var route : routes.get()) {
      try {
        var compiler = route.find.get();
        if (compiler.isPresent()) {
          found = compiler.get();
          say.accept("CUDA kernels are compiled by " + found.name() + ".");
          return found;
        }
        absent.add(route.name);
      } catch (UnusableCompiler e) {
        absent.add("%s: %s".formatted(route.name, e.getMessage()));
      }
    }
    throw new NoCudaCompiler(source, why, absent);
  }
}
