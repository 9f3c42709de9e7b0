package tapeline.instructor.judge.arena;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tapeline.competition.Contestant;
import tapeline.gpu.GpuException;
import tapeline.gpu.driver.NoGpu;

/// Looks which card there is, before any kernel is near it: what fails here is no entry's fault.
///
/// Given is a [CardKind]. The question is a number of floats, for which there has to be room. The
/// answer is 1 for a card and 0 for none; its compute capability, multiprocessors and MHz; and the
/// letters of its name, or of why there is none, with zeros behind them.
public final class CardProbe implements Contestant {
  /// How many numbers come before the letters.
  public static final int NUMBERS = 4;

  /// How many letters there are.
  public static final int LETTERS = 400;

  private @Nullable CardKind kind;

  @Override
  public void setUp(float[][] given) {
    kind = CardKind.of(given[0]);
  }

  @Override
  public float[] answer(float[][] input) {
    try {
      var gpu = Objects.requireNonNull(kind).open().gpu();
      try (gpu;
          var _ = gpu.floats("room for both sides", (int) input[0][0])) {
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

  private static float[] answer(String text, float... numbers) {
    var answer = new float[NUMBERS + LETTERS];
    System.arraycopy(numbers, 0, answer, 0, NUMBERS);
    for (int i = 0; i < Math.min(LETTERS, text.length()); i++) {
      answer[NUMBERS + i] = text.charAt(i);
    }
    return answer;
  }
}
