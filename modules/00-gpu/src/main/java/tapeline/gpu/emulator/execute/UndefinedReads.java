package tapeline.gpu.emulator.execute;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Liveness;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;

/// Watches the registers that some way through a function reads before it writes them: variables of
/// the source that may have no value.
///
/// Most functions have none. For each, and for each that is computed from them, there is a mask of
/// the lanes where it has a value, kept behind the predicates. A compiler computes ahead of the
/// branch that guards a value, so only what decides counts: a branch, an address, what is stored.
public final class UndefinedReads {
  private static final Set<Opcode> PASS_ON = EnumSet.of(Opcode.MOV, Opcode.SELP, Opcode.SHFL);

  private final Map<Integer, Integer> maskOf = new HashMap<>(); // by the bit of a register
  private final Set<Operand.Register> computedWith = new HashSet<>();
  private final Set<Operand.Register> stored = new HashSet<>();

  private final int firstMask;

  UndefinedReads(Code code) {
    var early = code.liveness.before(0);
    firstMask = code.function.predicates();
    for (var in : code.instructions) {
      if (in.opcode() == Opcode.ST) {
        stored.addAll(in.read());
      } else if (!PASS_ON.contains(in.opcode())) {
        computedWith.addAll(in.read());
      }
      in.read().stream()
          .filter(register -> !register.isPredicate() && early.get(Liveness.bit(register)))
          .forEach(this::keep);
    }
    int before = 0;
    while (maskOf.size() > before) {
      before = maskOf.size();
      for (var in : code.instructions) {
        if (computes(in) && in.read().stream().anyMatch(this::isKept)) {
          in.written().forEach(this::keep);
        }
      }
    }
  }

  private void keep(Operand.Register register) {
    maskOf.putIfAbsent(Liveness.bit(register), firstMask + maskOf.size());
  }

  private boolean isKept(Operand.Register register) {
    return maskOf.containsKey(Liveness.bit(register));
  }

  /// Returns whether what an instruction writes depends on the registers that it reads, and on
  /// these alone.
  private static boolean computes(Instruction in) {
    return switch (in.opcode().kind()) {
      case ARITHMETIC, SPECIAL, BITS, COMPARE, MOVE -> true;
      case MEMORY, ATOMIC, WARP, TENSOR, BARRIER, CONTROL -> false;
    };
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
    return in.read().stream().anyMatch(this::isKept)
        || in.written().stream().anyMatch(this::isKept);
  }

  /// The step of `in`, with a look at what it reads and writes.
  Step watching(Instruction in, Step step) {
    if (!concerns(in)) {
      return step;
    }
    boolean computes = computes(in);
    boolean decides = !computes && in.opcode() != Opcode.SHFL;
    var read = in.read();
    var written = in.written().stream().filter(this::isKept).toList();
    return (warp, mask) -> {
      if (decides) {
        decide(warp, in, mask);
      }
      int defined = computes ? defined(warp, in, read) : -1;
      int missing = mask & ~defined;
      var origin = missing == 0 ? null : origin(warp, in, read, mask);
      step.run(warp, mask);
      for (var register : written) {
        int at = mask(register);
        warp.predicates[at] = (warp.predicates[at] & ~mask) | (defined & mask);
        if (origin != null) {
          warp.origins[at - firstMask] = origin;
        }
      }
    };
  }

  /// Reports the registers without a value that an instruction decides by.
  void decide(Warp warp, Instruction in, int lanes) {
    for (var register : in.read()) {
      int missing = lanes & ~lanes(warp, register);
      if (missing != 0) {
        missing &= ~padding(warp, in, register, lanes);
      }
      if (missing != 0 && warp.watch != null) {
        var origin = warp.origins[mask(register) - firstMask];
        warp.watch.undefined(
            warp, origin == null ? in : origin, Integer.numberOfTrailingZeros(missing));
      }
    }
  }

  /// Returns the lanes where a register is padding behind the end of an array: it and what stands
  /// behind it in a stored vector have no value, the first part has one, and another lane stores a
  /// value there.
  private int padding(Warp warp, Instruction in, Operand.Register register, int lanes) {
    if (in.opcode() != Opcode.ST
        || !(in.operand(1) instanceof Operand.Group vector)
        || !vector.parts().contains(register)
        || (lanes & lanes(warp, register)) == 0) {
      return 0;
    }
    var parts = vector.parts();
    int padded = lanes(warp, parts.getFirst());
    for (var part : parts.subList(parts.indexOf(register), parts.size())) {
      padded &= ~lanes(warp, part);
    }
    return padded;
  }

  private @Nullable Instruction origin(
      Warp warp, Instruction in, List<Operand.Register> read, int lanes) {
    for (var register : read) {
      if ((lanes & ~lanes(warp, register)) != 0) {
        var origin = warp.origins[mask(register) - firstMask];
        if (origin != null) {
          return origin;
        }
      }
    }
    return PASS_ON.contains(in.opcode()) ? null : in;
  }

  private int mask(Operand.Register register) {
    return maskOf.getOrDefault(Liveness.bit(register), -1);
  }

  /// The lanes where a register has a value.
  private int lanes(Warp warp, Operand.Register register) {
    int at = mask(register);
    return at < 0 ? -1 : warp.predicates[at];
  }

  /// The lanes where the result has a value: all that it is computed from has one, or what has one
  /// decides alone, as a false one in a conjunction does.
  private int defined(Warp warp, Instruction in, List<Operand.Register> read) {
    if (in.opcode() == Opcode.SELP && in.operand(3) instanceof Operand.Register chooser) {
      int value = warp.predicates[chooser.index()];
      int chosen = (value & lanes(warp, in.operand(1))) | (~value & lanes(warp, in.operand(2)));
      return lanes(warp, chooser) & chosen;
    }
    boolean and = in.opcode() == Opcode.AND;
    boolean or = in.opcode() == Opcode.OR;
    int all = -1;
    int decided = 0;
    for (var register : read) {
      int lanes = lanes(warp, register);
      all &= lanes;
      if ((and || or) && register.isPredicate()) {
        int value = warp.predicates[register.index()];
        decided |= lanes & (and ? ~value : value);
      }
    }
    return all | decided;
  }

  private int lanes(Warp warp, Operand operand) {
    return operand instanceof Operand.Register register ? lanes(warp, register) : -1;
  }
}
