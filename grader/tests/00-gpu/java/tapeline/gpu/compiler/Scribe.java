package tapeline.gpu.compiler;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A compiler that writes down what it compiled. In its language a line `#wrong` is an error.
final class Scribe implements CudaCompiler {
  final List<String> compiled = new ArrayList<>();
  final List<String> said = new ArrayList<>();

  @Override
  public String name() {
    return "scribe 1.0 (/opt/scribe)";
  }

  @Override
  public String compile(CudaSource source) {
    var lines = source.text().lines().toList();
    int wrong = lines.indexOf("#wrong") + 1;
    if (wrong > 0) {
      throw new CudaCompileError(
          source, List.of(new CudaDiagnostic(source.file(), wrong, 1, "it is wrong")), "");
    }
    compiled.add(source.file());
    return """
    .version 7.0
    .target sm_75
    .address_size 64
    // %s
    .visible .entry %s(.param .u64 a) { ret; }
    """
        .formatted(lines.getFirst(), source.stem());
  }

  /// Finds this one.
  CompilerSearch search() {
    return new CompilerSearch(
        List.of(
            new CompilerSearch.Route(List.of("nvcc"), "nvcc", Optional::empty),
            new CompilerSearch.Route(List.of("scribe"), "scribe", () -> Optional.of(this))),
        said::add);
  }

  /// Finds none.
  static CompilerSearch none() {
    return new CompilerSearch(
        List.of(
            new CompilerSearch.Route(List.of("nvcc"), "nvcc", Optional::empty),
            new CompilerSearch.Route(List.of("clang"), "clang", Optional::empty)),
        _ -> {});
  }
}
