package tapeline.nn;

import java.util.random.RandomGenerator;
import tapeline.tensor.Tensor;
import tapeline.toolkit.Todo;

/// Initial weights: random, so that no two units learn the same, and of such a size that signals
/// neither grow nor shrink from layer to layer.
public final class Init {
  private Init() {}

  // BEGIN EXERCISE 06.2
  /// Normal with variance 2/in, for layers that ReLU follows, which halves the mean
  /// square (He et al. 2015, arXiv 1502.01852). Shape (in,out).
  public static Tensor he(int in, int out, RandomGenerator random) {
    // TODO 06.2 — 3 lines in two bodies. Tensor.normal has variance 1. By which factor must
    // its numbers be multiplied for the variance 2/in?
    throw new Todo("06.2", "He initialisation");
  }

  /// Uniform around 0 with variance 2/(in + out), for tanh and sigmoid (Glorot and Bengio,
  /// AISTATS 2010). Shape (in,out).
  public static Tensor xavier(int in, int out, RandomGenerator random) {
    // Tensor.uniform(random, −limit, limit, in, out). Numbers spread evenly from −limit to
    // limit have the variance ∫x²dx/(2·limit) between these ends: which limit gives 2/(in +
    // out)?
    throw new Todo("06.2", "Xavier initialisation");
  }
  // END EXERCISE 06.2
}
