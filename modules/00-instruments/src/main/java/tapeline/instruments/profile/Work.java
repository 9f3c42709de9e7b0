package tapeline.instruments.profile;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The work of an op in a span. The forward and the backward span of one application of an op have
/// the same `application`.
///
/// @param application numbers the ops that were recorded, in order
/// @param op its name, for example `MatMul`
/// @param inputs the shapes of its inputs, as `(32,64)`
/// @param output the shape of its result
/// @param cost of this pass by formula, or null where the course has no formula for the op
/// @param layer the layer that asked for it, as `CharModel/TransformerBlock/Attention`; "" when it
///   was not asked for, or there is none
/// @param line the source line that asked for it, as `Attention.java:77`, or ""
public record Work(
    int application,
    String op,
    List<String> inputs,
    String output,
    @Nullable Cost cost,
    String layer,
    String line) {
  public Work {
    inputs = List.copyOf(inputs);
  }
}
