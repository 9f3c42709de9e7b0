package tapeline.gpu.compiler;

import java.util.Optional;
import tapeline.grader.need.Need;
import tapeline.grader.need.NeedCondition;

/// The clang of this machine, for the tests of what our prelude gives it.
final class Clang {
  private Clang() {}

  /// Skips the test where there is none that knows NVIDIA's cards.
  static CudaCompiler orSkip() {
    var found = found();
    NeedCondition.require(found.isPresent(), Need.CUDA, "no clang that knows NVIDIA's cards");
    return found.orElseThrow();
  }

  private static Optional<CudaCompiler> found() {
    try {
      return ProgramCompiler.clang();
    } catch (UnusableCompiler _) {
      return Optional.empty();
    }
  }
}
