package tapeline.gpu.emulator.watch;

import java.util.Arrays;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.execute.Code;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;

/// Pairs of accesses that belong together, found in a function's text by their equal addresses.
final class AccessIdioms {
  private static final int CHAIN = 8; // moves that an address is followed through

  private final IdentityHashMap<Instruction, Boolean> guesses = new IdentityHashMap<>();
  private @Nullable Code last;
  private boolean swaps; // it has an `atomicCAS`
  private final IdentityHashMap<Instruction, Boolean> updates = new IdentityHashMap<>();

  /// Returns whether a plain load only guesses what an `atomicCAS` will find: then it may be out of
  /// date.
  boolean guesses(Code code, Instruction load) {
    if (code != last) {
      last = code;
      swaps = Arrays.stream(code.instructions).anyMatch(in -> in.has("cas"));
    }
    return swaps
        && guesses.computeIfAbsent(
            load,
            _ ->
                load.opcode() == Opcode.LD
                    && Arrays.stream(code.instructions)
                        .anyMatch(in ->
                            in.has("cas")
                                && place(code, in.operand(1))
                                    .equals(place(code, load.operand(1)))));
  }

  /// Returns whether an access belongs to a `x += …`: its line loads what it stores to.
  boolean updates(Code code, Instruction access) {
    return updates.computeIfAbsent(
        access,
        _ ->
            access.opcode() == Opcode.ST
                ? has(code, Opcode.LD, 1, access, access.operand(0))
                : access.opcode() == Opcode.LD
                    && has(code, Opcode.ST, 0, access, access.operand(1)));
  }

  private static boolean has(
      Code code, Opcode opcode, int at, Instruction beside, Operand address) {
    return Arrays.stream(code.instructions)
        .filter(in -> in.opcode() == opcode && in.source().equals(beside.source()))
        .anyMatch(in -> place(code, in.operand(at)).equals(place(code, address)));
  }

  /// An address by the variable or register that it begins at, and its offset: a compiler writes
  /// the same one as a symbol here, and there as a register that a symbol was moved to.
  private static Operand.Address place(Code code, Operand address) {
    var base = address;
    long offset = 0;
    for (int step = 0; step < CHAIN; step++) {
      switch (base) {
        case Operand.Address a -> {
          base = a.base();
          offset += a.offset();
        }
        case Operand.Variable v when v.offset() != 0 -> {
          base = new Operand.Variable(v.variable(), 0);
          offset += v.offset();
        }
        case Operand.Symbol s when s.offset() != 0 -> {
          base = new Operand.Symbol(s.name(), 0);
          offset += s.offset();
        }
        case Operand.Register register -> base = source(code, register);
        default -> {
          return new Operand.Address(base, offset);
        }
      }
    }
    return new Operand.Address(base, offset);
  }

  /// Returns what is moved to a register that is written once; otherwise the register.
  private static Operand source(Code code, Operand.Register register) {
    var writing =
        Arrays.stream(code.instructions).filter(in -> in.written().contains(register)).toList();
    if (writing.size() != 1) {
      return register;
    }
    var only = writing.getFirst();
    boolean moves = only.opcode() == Opcode.MOV || only.opcode() == Opcode.CVTA;
    return moves && !(only.operand(1) instanceof Operand.Immediate) ? only.operand(1) : register;
  }
}
