package tapeline.gpu.compiler;

import java.util.List;

/// A CUDA text that is to be compiled where there is no compiler: it may well be right.
public final class NoCudaCompiler extends IllegalStateException {
  private static final long serialVersionUID = 1;

  /// For a program with a `main`.
  ///
  /// @param chosen `clang`, `nvcc`, or empty for either
  NoCudaCompiler(String chosen, Platform platform) {
    super(
        "a program with a main is compiled by %s, its kernels and its host code, and there is none. %s"
            .formatted(chosen.isEmpty() ? "clang or nvcc" : chosen, platform.install()));
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
