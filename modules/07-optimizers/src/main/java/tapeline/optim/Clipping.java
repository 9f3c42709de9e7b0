package tapeline.optim;

import java.util.List;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;
import tapeline.toolkit.Todo;

/// Keeps one bad batch from throwing a model off: a gradient that is too long is shortened.
public final class Clipping {
  private Clipping() {}

  /// `√Σ gᵢ²` over all numbers of all gradients: their length as one vector. Added up in float64.
  public static double globalNorm(List<Parameter> parameters) {
    double squares = 0;
    for (var p : parameters) {
      squares += squares(p.gradient().contiguous());
    }
    return Math.sqrt(squares);
  }

  private static double squares(Tensor gradient) {
    var g = gradient.data();
    double sum = 0;
    for (int i = gradient.offset(); i < gradient.offset() + gradient.shape().size(); i++) {
      sum += (double) g[i] * g[i];
    }
    return sum;
  }

  /// Makes the [#globalNorm] at most `limit`, all gradients by one factor, so that the direction of
  /// the step stays (Pascanu, Mikolov and Bengio 2013, arXiv 1211.5063). Returns the norm before.
  ///
  /// @throws IllegalArgumentException unless limit > 0; it may be ∞
  /// @throws IllegalStateException when the norm is not finite: no factor repairs that
  public static double byGlobalNorm(List<Parameter> parameters, double limit) {
    if (!(limit > 0)) {
      throw new IllegalArgumentException("a norm is clipped to a limit above 0, got " + limit);
    }
    double norm = globalNorm(parameters);
    // BEGIN EXERCISE 07.5
    // TODO 07.5 — 10 lines. Refuse a norm that is NaN or ∞: throw notFinite(…). Else, where
    // the norm is above the limit, one factor for all gradients: p.setGradient(…). Why not
    // a factor for each parameter? What must happen where the norm is below the limit?
    throw new Todo("07.5", "clip by the global norm");
    // END EXERCISE 07.5
  }

  /// The exception for this norm: it names the first parameter that is to blame.
  private static IllegalStateException notFinite(List<Parameter> parameters, double norm) {
    var name =
        parameters.stream()
            .filter(p -> !Double.isFinite(squares(p.gradient().contiguous())))
            .map(Parameter::name)
            .findFirst()
            .orElse("none");
    return new IllegalStateException(
        "clipping needs finite gradients, got the norm %s: look at %s".formatted(norm, name));
  }
}
