package tapeline.instructor.judge.arena;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tapeline.competition.Contestant;
import tapeline.gpu.GpuException;
import tapeline.gpu.NoGpu;
import tapeline.gpu.driver.CudaGpu;
import tapeline.instructor.judge.arena.GivenKernel.Product;

/// Looks which card there is, and whether it runs a kernel of the course's own, before any entry's
/// is near it: what fails here is no entry's fault.
///
/// Given is as for a [CardRunner], with the baseline's kernel. The question is a number of floats,
/// for which there has to be room. The answer is 1 for a card and 0 for none; its compute
/// capability, multiprocessors and MHz; and the letters of its name, or of why there is none, with
/// zeros behind them.
public final class CardProbe implements Contestant {
  /// How many numbers come before the letters.
  public static final int NUMBERS = 4;

  /// How many letters there are.
  public static final int LETTERS = 400;

  private static final int SIZE = 33;
  private static final String EXCLUSIVE =
      "the card is for one process at a time, and two kernels are compared in two: nvidia-smi -c"
          + " DEFAULT, by its administrator";

  private @Nullable CardKind kind;
  private @Nullable GivenKernel kernel;

  @Override
  public void setUp(float[][] given) {
    kind = CardKind.of(given[2]);
    kernel = GivenKernel.of(given);
  }

  @Override
  public float[] answer(float[][] input) {
    try {
      var clock = Objects.requireNonNull(kind).open();
      var gpu = clock.gpu();
      try (gpu;
          var _ = gpu.floats("room for both sides", (int) input[0][0]);
          var product = Product.room(gpu, SIZE, SIZE, SIZE)) {
        if (gpu.device() instanceof CudaGpu card && card.exclusive()) {
          return answer(EXCLUSIVE, 0, 0, 0, 0);
        }
        multiply(clock, product);
        var limits = gpu.limits();
        return answer(
            gpu.name(),
            1,
            limits.capability(),
            limits.multiprocessors(),
            limits.clockKhz() / 1000f);
      }
    } catch (NoGpu e) {
      return answer(e.why(), 0, 0, 0, 0);
    } catch (GpuException e) {
      return answer(String.valueOf(e.getMessage()), 0, 0, 0, 0);
    }
  }

  /// @throws GpuException when the card does not run a kernel
  private void multiply(CardClock clock, Product product) {
    var given = Objects.requireNonNull(kernel);
    var ones = new float[SIZE * SIZE];
    Arrays.fill(ones, 1);
    var nothing = new float[SIZE * SIZE];
    Arrays.fill(nothing, Float.NaN);
    product.a().upload(ones);
    product.b().upload(ones);
    product.c().upload(nothing);
    var loaded = given.on(clock.gpu());
    clock.time(() -> given.launch(loaded, product));
    float sum = product.c().toFloats()[SIZE];
    if (sum != SIZE) {
      throw new GpuException(
          "a product of ones", "a wrong number", "%d is right, got %s".formatted(SIZE, sum));
    }
  }

  private static float[] answer(String text, float... numbers) {
    var answer = new float[NUMBERS + LETTERS];
    System.arraycopy(numbers, 0, answer, 0, NUMBERS);
    for (int i = 0; i < Math.min(LETTERS, text.length()); i++) {
      answer[NUMBERS + i] = text.charAt(i);
    }
    return answer;
  }
}
