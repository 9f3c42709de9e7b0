package tapeline.reuse;

import java.util.Arrays;

/// The baseline: the leanest array tape that computes the benchmarks' gradients.
///
/// No slot is checked, no constant folded, nothing grows, and there are only the ops in use.
final class BareTape {
  private static final int INPUT = 0;
  private static final int ADD = 1;
  private static final int SHIFT = 2;
  private static final int MUL = 3;
  private static final int SIN = 4;
  private static final int EXP = 5;
  private static final int TANH = 6;
  private static final int MASK = (1 << 29) - 1;

  private final double[] values;
  private final double[] grads;
  private final long[] words;
  private int nodes;

  BareTape(int capacity) {
    values = new double[capacity];
    grads = new double[capacity];
    words = new long[capacity];
  }

  private int push(int op, int a, int b, double y) {
    int i = nodes;
    values[i] = y;
    words[i] = (long) op << 58 | (long) a << 29 | b;
    nodes = i + 1;
    return i;
  }

  // spotless:off
  int input(double v)        { return push(INPUT, 0, 0, v); }
  int add(int a, int b)      { return push(ADD, a, b, values[a] + values[b]); }
  int shift(int a, double c) { return push(SHIFT, a, a, values[a] + c); }
  int mul(int a, int b)      { return push(MUL, a, b, values[a] * values[b]); }
  int sin(int a)             { return push(SIN, a, a, Math.sin(values[a])); }
  int exp(int a)             { return push(EXP, a, a, Math.exp(values[a])); }
  int tanh(int a)            { return push(TANH, a, a, Math.tanh(values[a])); }
  // spotless:on

  void backward(int output) {
    double[] values = this.values;
    double[] grads = this.grads;
    Arrays.fill(grads, 0, output + 1, 0);
    grads[output] = 1;
    for (int i = output; i >= 0; i--) {
      long word = words[i];
      double g = grads[i];
      int a = (int) (word >>> 29) & MASK;
      int b = (int) word & MASK;
      switch ((int) (word >>> 58)) {
        case ADD -> {
          grads[a] += g;
          grads[b] += g;
        }
        case SHIFT -> grads[a] += g;
        case MUL -> {
          grads[a] = Math.fma(g, values[b], grads[a]);
          grads[b] = Math.fma(g, values[a], grads[b]);
        }
        case SIN -> grads[a] = Math.fma(g, Math.cos(values[a]), grads[a]);
        case EXP -> grads[a] = Math.fma(g, values[i], grads[a]);
        case TANH -> grads[a] = Math.fma(g, 1 - values[i] * values[i], grads[a]);
        default -> {}
      }
    }
  }

  double value(int slot) {
    return values[slot];
  }

  double gradient(int slot) {
    return grads[slot];
  }

  void reset() {
    nodes = 0;
  }
}
