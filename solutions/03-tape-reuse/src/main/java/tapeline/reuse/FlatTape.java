package tapeline.reuse;

import static tapeline.reuse.FlatOp.*;

import java.util.Arrays;
import tapeline.toolkit.Tabular;
import tapeline.toolkit.TextTable;

/// A reverse-mode tape of scalars in primitive arrays, to be recorded, walked and
/// [reset][FlatMemory#reset] again and again without allocating.
///
/// A value is named by its *slot*, an `int`:
///
/// ```java
/// var tape = new FlatTape();
/// int x = tape.variable(3);
/// int y = tape.add(tape.mul(x, x), tape.sin(x)); // y = x² + sin x
/// tape.backward(y);
/// tape.gradient(x); // 2x + cos x
/// tape.reset(); // x and y are stale now, the arrays stay
/// ```
///
/// The promises, which the tests count:
///
/// - Recording is O(ops that need a gradient), amortised: an op on constants alone is computed, not
///   recorded.
/// - [#backward] is O(nodes up to the output): it looks at each once, see [#visited].
/// - Once the arrays have grown to a workload, one more iteration of it allocates 0 bytes.
/// - A gradient is the sum over the paths to the output, each term added with one rounding
///   ([Math#fma], which is one instruction where the processor has it, and slow where it has not).
///
/// A tape belongs to one thread. Every method that takes a slot throws [IllegalArgumentException]
/// when the tape has none such. A slot from before a `reset` is refused only while its number is
/// not in use again: an `int` has no room for its tape and its age. And a number is not its slot:
/// `pow(x, 2)` is x to the power of whatever slot 2 holds, `pow(x, constant(2))` is x².
public final class FlatTape extends FlatMemory implements Tabular {
  private int visited;

  // spotless:off
  /// `a + b`.
  public int add(int a, int b)      { return record(ADD, a, b, value(a) + value(b)); }
  /// `a − b`.
  public int sub(int a, int b)      { return record(SUB, a, b, value(a) - value(b)); }
  /// `a·b`.
  public int mul(int a, int b)      { return record(MUL, a, b, value(a) * value(b)); }
  /// `a / b`.
  public int div(int a, int b)      { return record(DIV, a, b, value(a) / value(b)); }
  /// `aᵇ`; its slope in b is NaN where a < 0.
  public int pow(int a, int b)      { return record(POW, a, b, Math.pow(value(a), value(b))); }

  /// `a + c`. No slope depends on c, so c takes no slot.
  public int shift(int a, double c) { return record(SHIFT, a, a, value(a) + c); }
  /// `c·a`; c becomes a constant.
  public int scale(int a, double c) { return mul(a, constant(c)); }
  /// `a·b + c`, rounded once: one node, where `shift(mul(a, b), c)` is two. c takes no slot.
  public int fma(int a, int b, double c) {
    return record(FMA, a, b, Math.fma(value(a), value(b), c));
  }

  /// `−a`.
  public int neg(int a)             { return record(NEG, a, a, -value(a)); }
  /// `eᵃ`.
  public int exp(int a)             { return record(EXP, a, a, Math.exp(value(a))); }
  /// `ln a`.
  public int log(int a)             { return record(LOG, a, a, Math.log(value(a))); }
  /// `sin a`.
  public int sin(int a)             { return record(SIN, a, a, Math.sin(value(a))); }
  /// `cos a`.
  public int cos(int a)             { return record(COS, a, a, Math.cos(value(a))); }
  /// `tanh a`.
  public int tanh(int a)            { return record(TANH, a, a, Math.tanh(value(a))); }
  /// `1 / (1 + e⁻ᵃ)`; its slope is `y·(1 − y)`, 0 where y rounds to 1.
  public int sigmoid(int a)         { return record(SIGMOID, a, a, FlatOp.sigmoid(value(a))); }
  /// `max(a, 0)`; its slope at 0 is 0.
  public int relu(int a)            { return record(RELU, a, a, Math.max(value(a), 0)); }
  /// `ln(1 + eᵃ)`, finite for every finite a.
  public int softplus(int a)        { return record(SOFTPLUS, a, a, FlatOp.softplus(value(a))); }
  // spotless:on

  /// The slot of `y`, the value of `op` at `a` and `b`: a new node where a gradient can reach an
  /// operand, else a new constant. A function of one operand gives it as both.
  private int record(int op, int a, int b, double y) {
    // BEGIN SOLUTION 03.3 "fold constants" 10 points
    boolean bothConstant = (a & b) < 0;
    return bothConstant ? constant(y) : push(op, a, b, y);
    // STUB // TODO 03.3 — 2 lines. When does y depend on a variable, and what do the signs of a and
    // STUB // b say of that? Then y is push(op, a, b, y), else constant(y).
    // STUB throw new Todo("03.3", "fold constants");
    // END SOLUTION
  }

  /// Computes `∂output/∂node`, see [#gradient], for each node up to `output`. O(output) time.
  ///
  /// The recording stays, so backward may be called again, for this output or another; only the
  /// gradients of the last call remain. A node that does not lead to the output passes nothing on,
  /// even where its slope is infinite.
  ///
  /// @throws IllegalArgumentException when `output` is a constant or no slot of this tape
  /*
   * An operand is often the node before, whose gradient the next step reads. From the array it
   * would wait for the store just made, so what was given last is carried along: first for a, last
   * for b, and last for the one operand of a function, which is both.
   */
  public void backward(int output) {
    int looked = 0;
    int a = -1;
    int b = -1;
    double first = 0; // the gradient of a, so far
    double last = 0; // the gradient of b, so far
    for (int i = start(output); i >= 0; i--) {
      looked++;
      double g = i == b ? last : i == a ? first : grads[i];
      long word = words[i];
      int op = TapeWord.op(word);
      if (g == 0 || op == VARIABLE) {
        continue; // no path to the output leads through node i (0·∞ would be NaN), or it ends here
      }
      a = TapeWord.left(word);
      b = TapeWord.right(word);
      double u = at(a);
      double v = at(b);
      double y = values[i];
      // spotless:off
      switch (op) {
        case SHIFT    -> last = give(a, g);
        case ADD      -> { first = give(a, g);        last = give(b, g); }
        case EXP      -> last = give(a, g, y);
        // BEGIN SOLUTION 03.5 "slopes from the packed word" 15 points
        case SUB      -> { first = give(a, g);        last = give(b, -g); }
        case MUL, FMA -> { first = give(a, g, v);     last = give(b, g, u); }
        case DIV      -> { first = give(a, g, 1 / v); last = give(b, g, -y / v); }
        case POW      -> { first = give(a, g, powerByBase(u, v)); last = give(b, g, powerByExponent(u, y)); }
        case RELU     -> last = give(a, u > 0 ? g : 0);
        // STUB // TODO 03.5 — 5 rows: SUB, MUL and FMA together, DIV, POW (its slopes are in FlatOp),
        // STUB // RELU. The operands are in slots a and b with values u and v, and y is the result.
        // STUB // What was given is kept in first and last, as in ADD and EXP: the next step reads it
        // STUB // there. Which slope is cheap because y is known? Do the slopes of a·b + c depend on
        // STUB // c? What does a step read after a flat relu?
        // STUB case SUB, MUL, FMA, DIV, POW, RELU -> throw new Todo("03.5", "slopes from the packed word");
        // END SOLUTION
        default       -> last = give(a, g, FlatOp.slope(op, u, y));
      }
      // spotless:on
    }
    visited = looked;
  }

  /// Makes the gradients up to `output` ready for a walk from there, and returns the node where it
  /// starts. The others stay as they are: the cost is the output's, not the tape's room.
  private int start(int output) {
    // BEGIN SOLUTION 03.4 "start the walk" 15 points
    requireNode("backward", output);
    Arrays.fill(grads, 0, output + 1, 0);
    grads[output] = 1;
    swept = output;
    return output;
    // STUB // TODO 03.4 — 5 lines. Refuse a slot that is no node (requireNode) and note the output
    // STUB // in swept. The walk adds to the gradients, from the output's down: what must each of
    // STUB // them be before it starts, and which nodes cannot lead to the output?
    // STUB throw new Todo("03.4", "start the walk");
    // END SOLUTION
  }

  /// `gradient(slot) += g`, and what it is then; nothing, and 0, for a constant.
  private double give(int slot, double g) {
    return slot >= 0 ? grads[slot] += g : 0;
  }

  /// `gradient(slot) += g·slope`, rounded once, and what it is then; nothing, and 0, for a
  /// constant.
  private double give(int slot, double g, double slope) {
    if (slot < 0) return 0;
    double sum = Math.fma(g, slope, grads[slot]);
    grads[slot] = sum;
    return sum;
  }

  /// `∂output/∂slot` for the output of the last [#backward].
  ///
  /// @throws IllegalStateException while this recording had no backward
  /// @throws IllegalArgumentException for a constant, a node newer than the output, no slot
  public double gradient(int slot) {
    if (slot < 0 || slot > swept) {
      throw noGradient(slot);
    }
    return grads[slot];
  }

  private RuntimeException noGradient(int slot) {
    requireNode("gradient", slot);
    return swept < 0
        ? new IllegalStateException(
            "gradient(%d) is known after backward(output), and this recording had none"
                .formatted(slot))
        : new IllegalArgumentException(
            "gradient(%d) needs a node up to the output of the last backward, which was %d"
                .formatted(slot, swept));
  }

  /// How many nodes the last [#backward] looked at: its cost, as a count that no clock blurs.
  public int visited() {
    return visited;
  }

  /// The first slots, one a row: op, operands, value, and gradient where there is one.
  @Override
  public TextTable table() {
    return FlatTable.of(this);
  }

  /// The [#table] as text.
  @Override
  public String toString() {
    return table().toString();
  }

  private void requireNode(String method, int slot) {
    if (slot < 0 || slot >= nodes) {
      throw new IllegalArgumentException(
          "%s(%d) needs a node, and this slot is a constant, %s, which has no gradient"
              .formatted(method, slot, value(slot)));
    }
  }
}
