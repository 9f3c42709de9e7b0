package tapeline.gpu.ptx;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One PTX instruction.
///
/// @param index its place in the function
/// @param modifiers the words after the opcode that are not types: `mul.wide.s32` has `wide`
/// @param types the words that are types: `cvt.rn.f32.s32` has f32 and s32
public record Instruction(
    int index,
    Opcode opcode,
    List<String> modifiers,
    List<PtxType> types,
    @Nullable Guard guard,
    List<Operand> operands,
    KernelLine source,
    String text) {

  /// `@%p1` or `@!%p1` before an instruction: only the lanes where it holds take part.
  public record Guard(Operand.Register predicate, boolean negated) {}

  public boolean has(String modifier) {
    return modifiers.contains(modifier);
  }

  /// The type the instruction works on: the last one named.
  public PtxType type() {
    return types.getLast();
  }

  public Operand operand(int i) {
    return operands.get(i);
  }

  public Optional<Guard> guarded() {
    return Optional.ofNullable(guard);
  }

  /// The registers it may write.
  public List<Operand.Register> written() {
    if (opcode == Opcode.CALL || operands.isEmpty() || writesNothing()) {
      return List.of();
    }
    var found = new ArrayList<Operand.Register>();
    collect(operands.getFirst(), found);
    return found;
  }

  /// The registers it reads, its guard among them.
  public List<Operand.Register> read() {
    var found = new ArrayList<Operand.Register>();
    int first = writesNothing() ? 0 : 1;
    for (int i = first; i < operands.size(); i++) {
      collect(operands.get(i), found);
    }
    if (guard != null) {
      found.add(guard.predicate());
    }
    return found;
  }

  private boolean writesNothing() {
    boolean plainBarrier = (opcode == Opcode.BAR || opcode == Opcode.BARRIER) && !has("red");
    boolean storesFragment = opcode == Opcode.WMMA && has("store");
    boolean makesBarrier = opcode == Opcode.MBARRIER && (has("init") || has("inval"));
    return opcode.writesNothing() || plainBarrier || storesFragment || makesBarrier;
  }

  private static void collect(Operand operand, List<Operand.Register> into) {
    switch (operand) {
      case Operand.Register register -> into.add(register);
      case Operand.Negated negated -> into.add(negated.register());
      case Operand.Address address -> collect(address.base(), into);
      case Operand.Group group -> group.parts().forEach(part -> collect(part, into));
      case Operand.Immediate _,
          Operand.Special _,
          Operand.Symbol _,
          Operand.Variable _,
          Operand.Nothing _ -> {}
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
