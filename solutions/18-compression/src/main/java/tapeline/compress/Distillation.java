package tapeline.compress;

import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.data.Dataset;
import tapeline.nn.Layer;
import tapeline.nn.Losses;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// Trains a small model, the student, on the answers of a large one, the teacher, and not on the
/// labels alone: the answers say which wrong classes are plausible (Hinton, Vinyals and Dean 2015,
/// arXiv 1503.02531).
///
/// @param temperature T ≥ 1: the higher it is, the more the unlikely answers count
/// @param share of the teacher in the loss, 0 to 1; the rest is the labels'
public record Distillation(Layer teacher, float temperature, float share) {
  public Distillation {
    if (!(temperature >= 1 && share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "a temperature is 1 or more, a share 0 to 1, got %s and %s"
              .formatted(temperature, share));
    }
  }

  /// Returns `−T²/N·Σᵢₖ softmax(Zᵢ/T)ₖ·ln softmax(Xᵢ/T)ₖ` of the student's logits X and the
  /// teacher's, Z, both (N,classes). T² keeps the gradient's size: softened answers differ by less.
  public static Variable soft(Variable logits, Tensor teacher, float temperature) {
    int rows = logits.shape().length(0);
    // BEGIN SOLUTION 18.5 "learn from a teacher" 10 points
    var wanted = logits.tape().constant(teacher.div(temperature).softmax());
    var said = logits.div(temperature).logSoftmax();
    return wanted.times(said).sum().times(-temperature * temperature / rows);
    // STUB // TODO 18.5 — 3 lines. teacher.div(temperature).softmax() is what the teacher says; as
    // STUB // logits.tape().constant(…) it stands beside the student's logSoftmax() on the tape. No
    // STUB // gradient goes to the teacher. What is the gradient in the logits, and what becomes of
    // STUB // it for a high T without the factor T²?
    // STUB throw new Todo("18.5", "learn from a teacher");
    // END SOLUTION
  }

  /// Takes one step of the student on these examples, and returns the loss before it.
  public double step(Layer student, Optimizer optimizer, Dataset part) {
    student.parameters().forEach(Parameter::clearGradient);
    var logits = student.forward(new TensorTape().constant(part.inputs()));
    var fromTeacher = soft(logits, teacher.apply(part.inputs()), temperature);
    var fromLabels = Losses.crossEntropy(logits, part.labels());
    var loss = fromTeacher.times(share).plus(fromLabels.times(1 - share));
    loss.tape().backward(loss);
    optimizer.step(student.parameters());
    return loss.value().item();
  }
}
