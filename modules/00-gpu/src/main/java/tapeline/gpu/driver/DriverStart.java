package tapeline.gpu.driver;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.GpuException;
import tapeline.gpu.NoGpu;

/// Starts the driver, or says why no card can be used with it.
final class DriverStart {
  private static final int NO_DEVICE = 100; // CUDA_ERROR_NO_DEVICE

  private DriverStart() {}

  /// @throws NoGpu when the library is another one, when it does not start, or sees no card
  static void start(LibCuda cuda) throws NoGpu {
    var lacking = Arrays.stream(CudaCall.values()).filter(f -> !cuda.has(f)).findFirst();
    if (lacking.isPresent()) {
      throw new NoGpu(
          "the driver's library lacks %s, it is older than CUDA 11 or not NVIDIA's"
              .formatted(lacking.get().symbol()));
    }
    int code = cuda.invoke(CudaCall.INIT, 0);
    if (code == NO_DEVICE) {
      throw noCard(System.getenv("CUDA_VISIBLE_DEVICES"));
    }
    if (code != 0) {
      var meaning = CudaErrors.known(cuda.errorName(code)).orElse(cuda.errorText(code));
      throw new NoGpu(
          "the NVIDIA driver is installed but does not start: %s (%s)"
              .formatted(cuda.errorName(code), withoutStop(meaning)));
    }
    try {
      if (cuda.answer(CudaCall.DEVICE_COUNT, "counting devices") == 0) {
        throw noCard(System.getenv("CUDA_VISIBLE_DEVICES"));
      }
    } catch (GpuException e) {
      throw cannotOpen(e);
    }
  }

  /// A card that is there, but not for us.
  static NoGpu cannotOpen(GpuException e) {
    return new NoGpu("the card cannot be opened: " + withoutStop(String.valueOf(e.getMessage())));
  }

  /// @param visible the cards that the environment lets the driver see; null where it says nothing
  static NoGpu noCard(@Nullable String visible) {
    return new NoGpu(
        "the NVIDIA driver is installed but sees no card"
            + (visible == null ? "" : ", with CUDA_VISIBLE_DEVICES=\"" + visible + "\""));
  }

  /// Returns a sentence without its full stop, as part of a longer one.
  private static String withoutStop(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }
}
