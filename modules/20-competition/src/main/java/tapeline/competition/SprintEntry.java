package tapeline.competition;

import tapeline.toolkit.Todo;

/// An entry for the scalar sprint: the loss of a network inputs → hidden (tanh) → 1 and its
/// gradient, by hand, without a tape.
///
/// The input is `parameters`, `x` (rows,inputs) and `targets` (rows). The parameters are W (inputs,
/// hidden) row by row, b (hidden), v (hidden) and c. For each row `h = tanh(x·W + b)`, `y = h·v +
/// c` and `e = y − target`. The answer is `Σ e²`, then the gradient in the order of the parameters.
public final class SprintEntry implements Contestant {
  /// Kept from answer to answer, so that none has to make it anew.
  private float[] hidden = new float[0];

  @Override
  public float[] answer(float[][] input) {
    float[] p = input[0];
    float[] x = input[1];
    float[] targets = input[2];
    int inputs = x.length / targets.length;
    int width = (p.length - 1) / (inputs + 2);
    if (hidden.length != width) {
      hidden = new float[width];
    }
    var answer = new float[p.length + 1];
    // BEGIN EXERCISE 20.8
    // TODO 20.8 — 34 lines. p holds W (inputs,width) row by row, b, v and c; x is (rows,
    // inputs). Of a row h = tanh(x·W + b) and e = h·v + c − target; the loss is Σe². For
    // each row forward, then backward, adding to `answer`: the loss at 0, the gradient of
    // parameter i at 1 + i. `hidden` can hold h, and then the gradient of h's argument.
    // Nothing is allocated a row. Which of the loops goes along an array?
    throw new Todo("20.8", "the sprint, without a tape");
    // END EXERCISE 20.8
  }
}
