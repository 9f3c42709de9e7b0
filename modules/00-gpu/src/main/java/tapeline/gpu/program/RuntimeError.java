package tapeline.gpu.program;

import tapeline.gpu.GpuException;
import tapeline.gpu.emulator.fault.FaultKind;

/// The errors that the device answers, by CUDA's own numbers.
enum RuntimeError {
  INVALID_VALUE(1),
  OUT_OF_MEMORY(2),
  INVALID_CONFIGURATION(9),
  INVALID_SYMBOL(13),
  INVALID_PTX(218),
  ILLEGAL_ADDRESS(700),
  ASSERTION(710),
  MISALIGNED_ADDRESS(716),
  LAUNCH_FAILURE(719),
  TOO_MANY_BLOCKS(720),
  UNKNOWN(999);

  final int number;

  RuntimeError(int number) {
    this.number = number;
  }

  /// The answer of a card after a kernel has done that.
  static RuntimeError of(FaultKind fault) {
    return switch (fault) {
      case ASSERTION -> ASSERTION;
      case OUT_OF_BOUNDS,
          SHARED_OUT_OF_BOUNDS,
          LOCAL_OUT_OF_BOUNDS,
          NOT_DEVICE_MEMORY,
          USE_AFTER_FREE,
          READ_ONLY ->
          ILLEGAL_ADDRESS;
      case MISALIGNED -> MISALIGNED_ADDRESS;
      default -> LAUNCH_FAILURE;
    };
  }

  /// Returns the error of the runtime for an error of a card's driver.
  static RuntimeError of(GpuException error) {
    return switch (error.error()) {
      case "CUDA_ERROR_INVALID_VALUE" -> INVALID_VALUE;
      case "CUDA_ERROR_OUT_OF_MEMORY" -> OUT_OF_MEMORY;
      case "CUDA_ERROR_INVALID_PTX", "CUDA_ERROR_UNSUPPORTED_PTX_VERSION" -> INVALID_PTX;
      case "CUDA_ERROR_ILLEGAL_ADDRESS" -> ILLEGAL_ADDRESS;
      case "CUDA_ERROR_ASSERT" -> ASSERTION;
      case "CUDA_ERROR_MISALIGNED_ADDRESS" -> MISALIGNED_ADDRESS;
      default -> LAUNCH_FAILURE;
    };
  }

  /// Returns whether a kernel has made it, which is said with the kernel's line.
  boolean isOfKernel() {
    return switch (this) {
      case ILLEGAL_ADDRESS, ASSERTION, MISALIGNED_ADDRESS, LAUNCH_FAILURE -> true;
      default -> false;
    };
  }
}
