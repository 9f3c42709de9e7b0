package tapeline.gpu.compiler;

import java.util.List;
import java.util.stream.Collectors;

/// A CUDA text that does not compile: where, and why. The same form whichever compiler it was.
///
/// ```text
/// vecadd.cu:3:10: identifier "foo" is undefined
///       a[i] = foo + 1
///              ^
/// ```
public final class CudaCompileError extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient List<CudaDiagnostic> diagnostics;

  /// @param output the text that the compiler printed, for where it has no diagnostics
  CudaCompileError(CudaSource source, List<CudaDiagnostic> diagnostics, String output) {
    super(text(source, diagnostics, output));
    this.diagnostics =
        diagnostics.isEmpty()
            ? List.of(new CudaDiagnostic(source.file(), 0, 0, output.strip()))
            : List.copyOf(diagnostics);
    var place = first();
    if (place.line() > 0 && place.file().equals(source.file())) {
      source.pointAt(this, place.line());
    }
  }

  private static String text(CudaSource source, List<CudaDiagnostic> diagnostics, String output) {
    return diagnostics.isEmpty()
        ? source.file() + " does not compile:\n" + output.strip()
        : diagnostics.stream().map(d -> d.shown(source)).collect(Collectors.joining("\n"));
  }

  /// All errors, at least one, in the compiler's order.
  public List<CudaDiagnostic> diagnostics() {
    return diagnostics;
  }

  /// The first error: mend it before you read the next.
  public CudaDiagnostic first() {
    return diagnostics.getFirst();
  }
}
