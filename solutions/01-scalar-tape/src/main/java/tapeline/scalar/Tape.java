package tapeline.scalar;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tapeline.toolkit.Tabular;
import tapeline.toolkit.TextTable;

/// A tape: each value in the order it was computed, with the op that made it, to be walked back.
///
/// ```java
/// var tape = new Tape();
/// var x = tape.variable(3);
/// var y = x.mul(x).add(x.sin()); // x² + sin x
/// tape.backward(y);
/// y.value();                     // 9.141120008059866
/// x.gradient();                  // 5.010007503399555 = 2x + cos x
/// ```
///
/// A *slot* is one place on the tape: a variable, a constant or the result of an op. An op's
/// operands are always earlier slots, so the order of the tape is an order in which every value is
/// ready before it is used, and its reverse one in which every gradient is complete before it is
/// passed on. That is all of reverse mode (Linnainmaa 1970; BIT 16:146–160, 1976).
///
/// This tape is for reading: it makes an object a slot. For use by one thread.
public final class Tape implements Tabular {
  /// The operand that an op does not have.
  private static final int NONE = -1;

  private final List<Slot> slots = new ArrayList<>();

  /// `∂output/∂slot` for the slots up to the last output; empty before the first backward.
  private double[] gradients = {};

  /// `op` is null for a variable or constant. `needsGradient` says that a variable stands behind
  /// this slot; an op on constants only has a value like any other, and no gradient.
  private record Slot(@Nullable ScalarOp op, int a, int b, double value, boolean needsGradient) {}

  /// An empty tape.
  public Tape() {}

  /// Records an input with respect to which gradients are wanted.
  public Scalar variable(double value) {
    return push(new Slot(null, NONE, NONE, value, true));
  }

  /// Records a number that no gradient goes to.
  public Scalar constant(double value) {
    return push(new Slot(null, NONE, NONE, value, false));
  }

  /// Records `op(a)` and computes its value. O(1).
  ///
  /// @throws IllegalArgumentException when `op` has two operands, or `a` is of another tape
  public Scalar record(ScalarOp op, Scalar a) {
    requireArity(op, 1);
    return append(op, a, null);
  }

  /// Records `op(a, b)` and computes its value. O(1).
  ///
  /// @throws IllegalArgumentException when `op` has one operand, or `a` or `b` is of another tape
  public Scalar record(ScalarOp op, Scalar a, Scalar b) {
    requireArity(op, 2);
    return append(op, a, b);
  }

  /// Pushes a slot with the op, the indices of its operands, its value, and whether any operand
  /// needs a gradient. Without a `b` its index is [#NONE].
  private Scalar append(ScalarOp op, Scalar a, @Nullable Scalar b) {
    // BEGIN SOLUTION 01.4 "record" 15 points
    int i = indexOf(a);
    int j = b == null ? NONE : indexOf(b);
    double y = op.value(valueAt(i), valueAt(j));
    return push(new Slot(op, i, j, y, needsGradient(i) || needsGradient(j)));
    // STUB // TODO 01.4 — 4 lines. indexOf(s), valueAt(i) and needsGradient(i) are given; the last
    // STUB // two take NONE as well. push(slot) returns the Scalar of a Slot(op, a, b, value,
    // STUB // needsGradient). What must backward know of this op, long after it ran?
    // STUB throw new Todo("01.4", "record");
    // END SOLUTION
  }

  /// Computes `∂output/∂slot` for every slot up to `output`; gradients of an earlier call are gone.
  ///
  /// From the output down, each slot passes `∂output/∂y · ∂y/∂operand` on to its operands; where a
  /// value was used more than once, the shares add up. A slot that has nothing to pass on, as it
  /// does not feed the output, passes nothing, however steep it is; nor does a slope of 0 let
  /// anything through, even of ∞. Operands that depend on constants only are skipped. O(slots up to
  /// the output) time; allocates one double for each.
  ///
  /// @throws IllegalArgumentException when `output` is of another tape
  public void backward(Scalar output) {
    // BEGIN SOLUTION 01.6 "backward" 20 points
    int last = indexOf(output);
    gradients = new double[last + 1];
    gradients[last] = 1;
    for (int i = last; i >= 0; i--) {
      var slot = slots.get(i);
      var op = slot.op();
      double dy = gradients[i];
      if (op == null || dy == 0) continue; // 0 · ∞ would be NaN

      double a = valueAt(slot.a());
      double b = valueAt(slot.b());
      if (needsGradient(slot.a())) gradients[slot.a()] += share(dy, op.da(a, b, slot.value()));
      if (needsGradient(slot.b())) gradients[slot.b()] += share(dy, op.db(a, b, slot.value()));
    }
    // STUB // TODO 01.6 — 13 lines. New gradients, 1 at the output, then from there down to slot 0:
    // STUB // gradient of an operand += gradient of this slot · its row's derivative (da, db).
    // STUB // A slot has op(), null for a variable or constant, and a(), b() and value(). One whose
    // STUB // gradient is 0 passes nothing on, as 0·∞ would be NaN; needsGradient(i) tells which
    // STUB // operands get a share, and share(dy, derivative) is it. In x·x + x, x is an operand
    // STUB // three times: is its gradient complete at its turn?
    // STUB throw new Todo("01.6", "backward");
    // END SOLUTION
  }

  /// The value of a slot. O(1).
  ///
  /// @throws IllegalArgumentException when `s` is of another tape
  public double value(Scalar s) {
    return valueAt(indexOf(s));
  }

  /// `∂output/∂s` of the last backward; 0 when the output does not depend on `s`. O(1).
  ///
  /// @throws IllegalArgumentException when `s` is of another tape, or depends on constants only,
  ///   also before a backward
  /// @throws IllegalStateException when there was no backward yet, or its output was recorded
  ///   before `s`
  public double gradient(Scalar s) {
    // BEGIN SOLUTION 01.5 "who has a gradient?" 10 points
    int i = indexOf(s);
    if (!needsGradient(i)) {
      throw new IllegalArgumentException(
          "a gradient needs a slot that depends on a variable, got " + entry(i));
    }
    if (gradients.length == 0) {
      throw new IllegalStateException("a gradient needs a backward first, asked for " + entry(i));
    }
    if (i >= gradients.length) {
      throw new IllegalStateException(
          "a gradient needs a slot recorded before the output #%d of the last backward, got %s"
              .formatted(gradients.length - 1, entry(i)));
    }
    return gradients[i];
    // STUB // TODO 01.5 — an index by indexOf(s), three checks, a return. An error names the rule
    // STUB // and the values: entry(i) prints a slot. A slot on constants only is at any
    // STUB // time an IllegalArgumentException (needsGradient(i) tells), the other two are an
    // STUB // IllegalStateException. Which slots have no gradient yet? Which have none of this
    // STUB // output? gradients.length tells both; the third error names the output, too, as #3.
    // STUB throw new Todo("01.5", "gradient");
    // END SOLUTION
  }

  /// The number of slots.
  public int size() {
    return slots.size();
  }

  /// The tape's entries, slot by slot; later calls do not change the list.
  public List<TapeEntry> entries() {
    return IntStream.range(0, size()).mapToObj(this::entry).toList();
  }

  /// The slots, one a row: op, operands, value, and gradient where there is one.
  @Override
  public TextTable table() {
    var table = TextTable.of("slot", "op", "operands", "value", "gradient");
    for (var e : entries()) {
      var operands = e.operands().stream().map(i -> "#" + i).collect(Collectors.joining(" "));
      var gradient = e.gradient().isPresent() ? number(e.gradient().getAsDouble()) : "–";
      table.row("#" + e.index(), e.op(), operands, number(e.value()), gradient);
    }
    return table;
  }

  /// The [#table] as text.
  @Override
  public String toString() {
    return table().toString();
  }

  /// The entry of slot `i`.
  TapeEntry entry(int i) {
    var slot = slots.get(i);
    var leaf = slot.needsGradient() ? "variable" : "constant";
    return new TapeEntry(
        i,
        slot.op() == null ? leaf : slot.op().name(),
        IntStream.of(slot.a(), slot.b()).filter(k -> k != NONE).boxed().toList(),
        slot.value(),
        slot.needsGradient() && i < gradients.length
            ? OptionalDouble.of(gradients[i])
            : OptionalDouble.empty());
  }

  private Scalar push(Slot slot) {
    slots.add(slot);
    return new Scalar(this, slots.size() - 1);
  }

  /// The index of `s`, once it is sure that it counts slots of this tape.
  private int indexOf(Scalar s) {
    if (s.tape() != this) {
      throw new IllegalArgumentException(
          "a tape takes its own slots only, got one of another tape: " + s);
    }
    return s.index();
  }

  /// The value of slot `i`; NaN for [#NONE].
  private double valueAt(int i) {
    return i == NONE ? Double.NaN : slots.get(i).value();
  }

  /// Returns whether slot `i` depends on a variable; false for [#NONE].
  private boolean needsGradient(int i) {
    return i != NONE && slots.get(i).needsGradient();
  }

  /// Returns `dy·slope`, and 0 where the slope is 0: a closed ReLU passes nothing on, even of ∞.
  private static double share(double dy, double slope) {
    return slope == 0 ? 0 : dy * slope;
  }

  private static void requireArity(ScalarOp op, int operands) {
    if (op.arity() != operands) {
      throw new IllegalArgumentException(
          "%s needs %d operand(s), got %d".formatted(op, op.arity(), operands));
    }
  }

  private static String number(double d) {
    return TextTable.number(d, 6);
  }
}
