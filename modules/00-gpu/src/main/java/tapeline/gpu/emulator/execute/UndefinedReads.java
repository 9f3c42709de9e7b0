package tapeline.gpu.emulator.execute;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Liveness;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;

/// Watches the registers that some way through a function reads before it writes them: variables of
/// the source that may have no value.
///
/// Most functions have none. For each there is a mask of the lanes that have written it, kept
/// behind the predicates. An instruction that only passes a value on, perhaps without a reader, may
/// read any register: `mov`, `selp`, `shfl`.
public final class UndefinedReads {
  private static final Set<Opcode> PASS_ON = EnumSet.of(Opcode.MOV, Opcode.SELP, Opcode.SHFL);

  private final Map<Integer, Integer> maskOf = new HashMap<>();
  private final Set<Operand.Register> computedWith = new HashSet<>();
  private final Set<Operand.Register> stored = new HashSet<>();

  UndefinedReads(Code code) {
    var early = code.liveness.before(0);
    int next = code.function.predicates();
    for (var in : code.instructions) {
      if (in.opcode() == Opcode.ST) {
        stored.addAll(in.read());
      } else if (!PASS_ON.contains(in.opcode())) {
        computedWith.addAll(in.read());
      }
      for (var register : in.read()) {
        boolean mayBeFirst = !register.isPredicate() && early.get(Liveness.bit(register));
        if (mayBeFirst && !maskOf.containsKey(register.index())) {
          maskOf.put(register.index(), next++);
        }
      }
    }
  }

  /// Returns whether something is done with a register, other than to pass it on.
  public boolean isComputedWith(Operand.Register register) {
    return computedWith.contains(register);
  }

  /// Returns whether a register goes to memory.
  public boolean isStored(Operand.Register register) {
    return stored.contains(register);
  }

  /// How many masks it needs.
  int count() {
    return maskOf.size();
  }

  public boolean concerns(Instruction in) {
    return !masks(in.read()).isEmpty() || !masks(in.written()).isEmpty();
  }

  /// The step of `in`, with a look at what it reads and writes.
  Step watching(Instruction in, Step step) {
    if (!concerns(in)) {
      return step;
    }
    int[] read =
        PASS_ON.contains(in.opcode())
            ? new int[0]
            : masks(in.read()).stream().mapToInt(i -> i).toArray();
    int[] written = masks(in.written()).stream().mapToInt(i -> i).toArray();
    return (warp, mask) -> {
      for (int defined : read) {
        int missing = mask & ~warp.predicates[defined];
        if (missing != 0 && warp.watch != null) {
          warp.watch.undefined(warp, in, Integer.numberOfTrailingZeros(missing));
        }
      }
      step.run(warp, mask);
      for (int defined : written) {
        warp.predicates[defined] |= mask;
      }
    };
  }

  private List<Integer> masks(List<Operand.Register> registers) {
    var masks = new ArrayList<Integer>();
    for (var register : registers) {
      var mask = register.isPredicate() ? null : maskOf.get(register.index());
      if (mask != null) {
        masks.add(mask);
      }
    }
    return masks;
  }
}
