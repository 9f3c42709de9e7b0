package tapeline.gpu.compiler;

import java.util.List;

/// A CUDA text that is to be compiled where there is no compiler: it may well be right.
public final class NoCudaCompiler extends IllegalStateException {
  private static final long serialVersionUID = 1;

  NoCudaCompiler(String message) {
    super(message);
  }

  /// @param why it is to be compiled
  /// @param absent the compilers that were looked for
  NoCudaCompiler(CudaSource source, String why, List<String> absent) {
    super(
        "%s needs a CUDA compiler, as %s, and there is none: './tapeline cuda-setup' says how to get one (looked for %s)"
            .formatted(source.file(), why, String.join(", ", absent)));
    source.pointAt(this, source.firstExercise());
  }
}
