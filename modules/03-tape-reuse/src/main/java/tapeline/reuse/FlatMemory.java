package tapeline.reuse;

import java.util.Arrays;
import tapeline.toolkit.Todo;

/// The memory of a [FlatTape]: what it keeps, and how that grows, is counted and is forgotten.
public abstract sealed class FlatMemory permits FlatTape {
  /*
   * Slots. A node (a variable or the result of a recorded op) has slot 0, 1, 2 … in the order of
   * recording; a constant has slot −1, −2, −3 …, which is ~0, ~1, ~2 … into a pool of its own.
   * The sign alone says whether a value has a gradient; an op needs no recording when the sign
   * bits of its operands are both 1; a constant costs 8 bytes where a node costs 24.
   *
   * Node i is values[i], grads[i] and words[i] (see TapeWord): three arrays that grow together.
   * Operands are recorded before results, so the nodes are already in topological order, and
   * backward is a walk from the output down to 0.
   *
   * A slope is computed again by backward, from the operands and the result, and not stored when
   * the op is recorded: a word is 8 bytes where two slopes are 16, and a pass that is only forward
   * pays nothing for slopes.
   */
  private static final int FIRST_CAPACITY = 16;

  double[] values = new double[FIRST_CAPACITY];
  double[] grads = new double[FIRST_CAPACITY];
  long[] words = new long[FIRST_CAPACITY];
  int nodes;
  int variables;

  double[] constants = new double[FIRST_CAPACITY];
  int constantCount;

  /// The output of the last backward; −1 while this recording had none.
  int swept = -1;

  FlatMemory() {}

  /// A new variable: a node with a gradient and no operands.
  public int variable(double value) {
    variables++;
    return push(FlatOp.VARIABLE, 0, 0, value);
  }

  /// A new constant: a value without a gradient. Its slot is negative.
  public int constant(double value) {
    int i = constantCount;
    if (i == constants.length) {
      constants = Arrays.copyOf(constants, doubled(i));
    }
    constants[i] = value;
    constantCount = i + 1;
    return ~i;
  }

  /// Appends a node, and returns its slot. O(1) amortised: the arrays grow to twice their length.
  final int push(int op, int a, int b, double y) {
    // BEGIN EXERCISE 03.2
    // TODO 03.2 — 11 lines. constant(…) of this file does this for one array; a node has 3:
    // values, words and grads. Which of them is written when the node is recorded?
    throw new Todo("03.2", "push");
    // END EXERCISE 03.2
  }

  /// The capacity after `capacity`.
  ///
  /// @throws IllegalStateException when a slot of it would not fit an operand of a [TapeWord]
  private static int doubled(int capacity) {
    if (capacity >= TapeWord.SLOTS) {
      throw new IllegalStateException(
          "a tape holds at most %d nodes and as many constants, and all are in use: reset() it"
              .formatted(TapeWord.SLOTS));
    }
    return 2 * capacity;
  }

  /// The value of a node or a constant.
  public double value(int slot) {
    // As an unsigned number a negative slot is above every count: one comparison does for two.
    if (Integer.compareUnsigned(slot, nodes) < 0) {
      return values[slot];
    }
    if (Integer.compareUnsigned(~slot, constantCount) < 0) {
      return constants[~slot];
    }
    throw noSuch(slot);
  }

  /// The value at a slot that was checked when it was recorded.
  final double at(int slot) {
    return Integer.compareUnsigned(slot, values.length) < 0 ? values[slot] : constants[~slot];
  }

  private IllegalArgumentException noSuch(int slot) {
    return new IllegalArgumentException(
        "slot %d is not among the %d nodes and %d constants of this tape: is it from before reset()?"
            .formatted(slot, nodes, constantCount));
  }

  /// Returns whether `slot` names a constant, which has no gradient.
  public static boolean isConstant(int slot) {
    return slot < 0;
  }

  /// Forgets every node and constant, and keeps the arrays. O(1); allocates nothing.
  public void reset() {
    // BEGIN EXERCISE 03.6
    // TODO 03.6 — 4 lines. Back to what new FlatTape() has, but with the arrays as they
    // are. Which four fields change? Who would read what the arrays still hold?
    throw new Todo("03.6", "reset");
    // END EXERCISE 03.6
  }

  /// The tape's statistics. O(1).
  public TapeStats stats() {
    long bytes = 24L * values.length + 8L * constants.length;
    return new TapeStats(nodes + constantCount, nodes, nodes - variables, bytes);
  }
}
