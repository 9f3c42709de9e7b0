package tapeline.gpu.ptx;

import java.util.List;

/// An operand of an instruction: it stands after the opcode, between commas.
public sealed interface Operand {
  /// `%r3`: one value a lane. Predicates are numbered apart from the rest.
  record Register(String name, int index, PtxType type) implements Operand {
    public boolean isPredicate() {
      return type == PtxType.PRED;
    }
  }

  /// `!%p1`
  record Negated(Register register) implements Operand {}

  /// `7`, `0f3F800000`: the bits of a constant. A 32-bit float literal is its 32 bits.
  record Immediate(long bits) implements Operand {}

  /// `%tid.x`: what the hardware says about a thread.
  record Special(String name) implements Operand {}

  /// The address of a variable, of a label or of a function, plus an offset.
  record Symbol(String name, long offset) implements Operand {}

  /// A variable of this function (shared, local or param), plus an offset.
  record Variable(PtxVariable variable, long offset) implements Operand {}

  /// `[base+offset]`
  record Address(Operand base, long offset) implements Operand {}

  /// `{%f1, %f2}`, `%r1|%p1`, and the lists of a call.
  record Group(List<Operand> parts) implements Operand {}

  /// `_`: a result that is not wanted.
  record Nothing() implements Operand {}
}
