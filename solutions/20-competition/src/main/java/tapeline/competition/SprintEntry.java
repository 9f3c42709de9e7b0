package tapeline.competition;

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
    // BEGIN SOLUTION 20.8 "the sprint, without a tape" 20 points
    int b = inputs * width; // where the biases begin, then v, then c
    int v = b + width;
    int c = v + width;
    for (int row = 0; row < targets.length; row++) {
      System.arraycopy(p, b, hidden, 0, width);
      for (int i = 0; i < inputs; i++) {
        float xi = x[row * inputs + i];
        for (int j = 0; j < width; j++) {
          hidden[j] += xi * p[i * width + j];
        }
      }
      float y = p[c];
      for (int j = 0; j < width; j++) {
        hidden[j] = (float) Math.tanh(hidden[j]);
        y += hidden[j] * p[v + j];
      }
      float error = y - targets[row];
      float dy = 2 * error;
      answer[0] += error * error;
      answer[1 + c] += dy;
      for (int j = 0; j < width; j++) {
        float h = hidden[j];
        answer[1 + v + j] += dy * h;
        hidden[j] = dy * p[v + j] * (1 - h * h); // from here on the gradient of its argument
        answer[1 + b + j] += hidden[j];
      }
      for (int i = 0; i < inputs; i++) {
        float xi = x[row * inputs + i];
        for (int j = 0; j < width; j++) {
          answer[1 + i * width + j] += xi * hidden[j];
        }
      }
    }
    return answer;
    // STUB // TODO 20.8 — 34 lines. p holds W (inputs,width) row by row, b, v and c; x is (rows,
    // STUB // inputs). Of a row h = tanh(x·W + b) and e = h·v + c − target; the loss is Σe². For
    // STUB // each row forward, then backward, adding to `answer`: the loss at 0, the gradient of
    // STUB // parameter i at 1 + i. `hidden` can hold h, and then the gradient of h's argument.
    // STUB // Nothing is allocated a row. Which of the loops goes along an array?
    // STUB throw new Todo("20.8", "the sprint, without a tape");
    // END SOLUTION
  }
}
