package tapeline.instructor.judge.arena;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tapeline.competition.Contestant;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuKernel;
import tapeline.gpu.NoGpu;
import tapeline.instructor.judge.arena.GivenKernel.Product;

/// Runs an entry's kernel on a card, and reads the card's clock. All of this JVM's code is the
/// course's own: of the entry there is the text of `kernel.ptx`, on the class path. So this JVM may
/// read a clock, which no [Arena] with an entry's classes in it may.
///
/// Given are a [GivenKernel] and a [CardKind]. An answer is C, then ns on the device's clock and on
/// this machine's, each as two numbers of 20 bits; see [KernelRunner].
/*
 * The order in an answer matters. A kernel can read all memory of its context, and keep what it
 * likes in variables of its own. So the launches that only heat come first, on the numbers of the
 * question before; the new ones reach the device when nothing runs there any more. C is NaN by
 * then: what a kernel does not write is no number.
 */
public final class CardRunner implements Contestant {
  private @Nullable CardClock clock;
  private @Nullable GivenKernel given;
  private @Nullable GpuKernel kernel;
  private @Nullable Product product;
  private float[] nothing = {};

  @Override
  public void setUp(float[][] parts) {
    try {
      var opened = CardKind.of(parts[2]).open();
      clock = opened;
      given = GivenKernel.of(parts);
      kernel = given.on(opened.gpu());
    } catch (NoGpu e) {
      throw new IllegalStateException(e.why(), e);
    }
  }

  @Override
  public float[] answer(float[][] input) {
    var card = Objects.requireNonNull(clock);
    var old = product;
    if (old != null && old.fits(input[0])) {
      card.heat(() -> start(old));
    }
    var now = room(card.gpu(), input[0]);
    now.a().upload(input[1]);
    now.b().upload(input[2]);
    now.c().upload(nothing);
    var taken = card.time(() -> start(now));
    return KernelRunner.with(now.c().toFloats(), taken.device(), taken.host());
  }

  private void start(Product on) {
    Objects.requireNonNull(given).launch(Objects.requireNonNull(kernel), on);
  }

  private Product room(Gpu gpu, float[] size) {
    var known = product;
    if (known != null && known.fits(size)) {
      return known;
    }
    if (known != null) {
      known.close();
    }
    var fresh = Product.room(gpu, (int) size[0], (int) size[1], (int) size[2]);
    product = fresh;
    nothing = new float[fresh.m() * fresh.n()];
    Arrays.fill(nothing, Float.NaN);
    return fresh;
  }
}
