package tapeline.precision;

import static java.util.Collections.newSetFromMap;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tapeline.autograd.PackedData;
import tapeline.autograd.TapePrecision;
import tapeline.autograd.TensorOp;
import tapeline.nn.Parameter;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;

/// Tapes that compute in a low format where a policy says so, and keep in two bytes a number what
/// is of the format (Micikevicius et al. 2018, arXiv 1710.03740).
///
/// ```java
/// var precision = new MixedPrecision(FloatFormat.BFLOAT16);
/// try (var _ = precision.use()) {
///   tape.backward(model.forward(x));
/// }
/// ```
///
/// What is kept changes no gradient: a tensor with a number that is none of the format's is kept as
/// it is. So are parameters, and views of a part of larger data, which are there anyway. Outside of
/// ops all is float32: sums of gradients, optimizers. For one thread.
public final class MixedPrecision implements TapePrecision {
  private final FloatFormat format;
  private final OpPolicy policy;
  private final boolean packs;
  private final MixedBackend backend;
  private final Map<float[], HalfArray> packed = new WeakHashMap<>(); // arrays are equal as one
  private final Set<float[]> apart = newSetFromMap(new WeakHashMap<>());

  /// Makes a precision with the [OpPolicy#standard] policy.
  public MixedPrecision(FloatFormat format) {
    this(format, OpPolicy.standard(), true);
  }

  /// @param packs whether tapes keep in two bytes what they can
  public MixedPrecision(FloatFormat format, OpPolicy policy, boolean packs) {
    this.format = format;
    this.policy = policy;
    this.packs = packs;
    this.backend = new MixedBackend(format, Backend.current());
  }

  /// Float32 throughout: what the others are compared with.
  public static MixedPrecision float32() {
    return new MixedPrecision(FloatFormat.BFLOAT16, _ -> OpPrecision.FLOAT32, false);
  }

  /// Makes tapes keep these parameters as they are, because a model holds them in any case.
  void keepApart(List<Parameter> parameters) {
    parameters.forEach(p -> apart.add(p.value().data()));
  }

  public FloatFormat format() {
    return format;
  }

  /// Makes all tapes compute and keep tensors in this precision until the result is closed, on the
  /// backend that was in use when this was made.
  public Use use() {
    var onBackend = Backend.use(backend);
    var onTapes = TapePrecision.use(this);
    return () -> {
      onTapes.close();
      onBackend.close();
    };
  }

  @Override
  public Tensor compute(TensorOp op, Supplier<Tensor> work) {
    var how = policy.of(op);
    boolean before = backend.isLow();
    backend.setLow(how == OpPrecision.LOW);
    try {
      var result = work.get();
      return how == OpPrecision.INSIDE ? format.round(result) : result;
    } finally {
      backend.setLow(before);
    }
  }

  /// The tensor's data in two bytes a number, or null when the tape is to keep it as it is.
  @Override
  public @Nullable PackedData pack(Tensor tensor) {
    var data = tensor.data();
    if (!packs || data.length > tensor.shape().size() || apart.contains(data)) {
      return null;
    }
    // BEGIN SOLUTION 15.4 "half the bytes, or none" 15 points, core
    var known = packed.get(data);
    if (known != null && known.holds(data)) {
      return known;
    }
    var half = HalfArray.rounded(format, data);
    if (!half.holds(data)) {
      return null;
    }
    packed.put(data, half);
    return half;
    // STUB // TODO 15.4 — 10 lines. HalfArray.rounded(format, data) has the numbers in half the
    // STUB // bytes, and half.holds(data) says whether none of them was changed by that. If one
    // STUB // was: null. Two ops may keep the same data, which is to be there once: put what you
    // STUB // return into `packed`, and look there first. Why ask what you find there, whether it
    // STUB // still holds the data?
    // STUB throw new Todo("15.4", "half the bytes, or none");
    // END SOLUTION
  }
}
