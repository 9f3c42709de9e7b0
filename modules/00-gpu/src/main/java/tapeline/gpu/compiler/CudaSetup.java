package tapeline.gpu.compiler;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tapeline.gpu.Gpu;
import tapeline.gpu.compiler.download.CompilerDownload;

/// Says which CUDA compiler this machine has, and where kernels run. With the word `download` it
/// fetches one.
///
/// ```text
/// NVRTC of a CUDA toolkit           none
/// nvcc                              none
/// clang that knows NVIDIA's cards   clang 19.1 (/usr/bin/clang-19)
/// downloaded NVRTC 12.9             none
/// downloaded clang of LLVM 20.1     none
/// CUDA kernels are compiled by clang 19.1 (/usr/bin/clang-19).
/// ```
public final class CudaSetup {
  private final List<CompilerSearch.Route> routes;
  private final List<CompilerDownload> downloads;
  private final Platform platform;
  private final Optional<String> chosen;
  private final StringBuilder out = new StringBuilder();
  private Optional<CompilerDownload> fetched = Optional.empty();

  /// @param chosen by `TAPELINE_CUDA`
  CudaSetup(
      List<CompilerSearch.Route> routes,
      List<CompilerDownload> downloads,
      Platform platform,
      Optional<String> chosen) {
    this.routes = routes;
    this.downloads = downloads;
    this.platform = platform;
    this.chosen = chosen;
  }

  static void main(String[] arguments) {
    var setup =
        new CudaSetup(
            CompilerSearch.installed(),
            CompilerSearch.downloads().toList(),
            Platform.here(),
            CompilerSearch.chosen());
    setup.fetch(List.of(arguments));
    System.out.print(setup.report());
    Gpu.best().close();
  }

  /// Downloads what the words ask for, unless it is there.
  ///
  /// @throws IllegalArgumentException when they ask for what there is not
  /// @throws java.io.UncheckedIOException when the download fails
  void fetch(List<String> words) {
    if (words.isEmpty()) {
      return;
    }
    var word = String.join(" ", words);
    var download =
        downloads.stream()
            .filter(d -> word.equals(CompilerSearch.DOWNLOAD) || word.equals(d.word()))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(wrong(word)));
    if (download.isAbsent()) {
      download.fetch();
    }
    fetched = Optional.of(download);
  }

  private String wrong(String word) {
    return downloads.isEmpty()
        ? "cuda-setup takes no word here, as nothing can be downloaded for %s, got %s"
            .formatted(platform.artifact(), word)
        : "cuda-setup takes no word, or one of %s, got %s"
            .formatted(
                downloads.stream()
                    .map(CompilerDownload::word)
                    .collect(Collectors.joining(", ", CompilerSearch.DOWNLOAD + ", ", "")),
                word);
  }

  /// The compilers that are there, and the one that is used; without one, the ways to get one.
  ///
  /// @throws IllegalArgumentException when a wrong word is chosen
  String report() {
    var choice = chosen.map(word -> CompilerSearch.of(word, routes)).orElse(routes);
    Optional<CudaCompiler> first = Optional.empty();
    for (var route : routes) {
      var found = shown(route);
      if (choice.contains(route)) {
        first = first.or(() -> found);
      }
    }
    first.ifPresentOrElse(this::name, this::explain);
    return out.toString();
  }

  private void name(CudaCompiler compiler) {
    var why = chosen.map(word -> ", as TAPELINE_CUDA is " + word).orElse("");
    say("CUDA kernels are compiled by " + compiler.name() + why + ".");
    fetched
        .filter(d -> !compiler.name().contains(d.folder().toString()))
        .ifPresent(
            d -> say("What you downloaded compiles them when TAPELINE_CUDA is " + d.word() + "."));
  }

  private Optional<CudaCompiler> shown(CompilerSearch.Route route) {
    Optional<CudaCompiler> found = Optional.empty();
    String text;
    try {
      found = route.find().get();
      text = found.map(CudaCompiler::name).orElse("none");
    } catch (UnusableCompiler e) {
      text = "not usable: " + e.getMessage();
    }
    say("%-34s%s".formatted(route.name(), text));
    return found;
  }

  private void explain() {
    say(
        chosen
            .map("TAPELINE_CUDA is %s, and there is none: take it away, or get one."::formatted)
            .orElse(
                "There is no CUDA compiler. The reference's kernels need none; yours do, once you"
                    + " change them."));
    say(platform.install());
    for (var download : downloads) {
      say("Or %s downloads %s.".formatted(command(download), download.details()));
    }
  }

  private String command(CompilerDownload download) {
    boolean windows = platform.family() == Platform.Family.WINDOWS;
    return "'%s cuda-setup %s'".formatted(windows ? "tapeline" : "./tapeline", download.word());
  }

  private void say(String line) {
    out.append(line).append('\n');
  }
}
