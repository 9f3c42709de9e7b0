package tapeline.gpu.emulator.watch;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tapeline.gpu.emulator.execute.Code;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.KernelLine;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;

/// Pairs of accesses that belong together, found in a function's text by their equal addresses.
final class AccessIdioms {
  private static final int CHAIN = 8; // moves that an address is followed through

  private final IdentityHashMap<Code, Text> texts = new IdentityHashMap<>();
  private final IdentityHashMap<Instruction, Boolean> guesses = new IdentityHashMap<>();
  private final IdentityHashMap<Instruction, Boolean> updates = new IdentityHashMap<>();

  /// Returns whether a plain load only guesses what an `atomicCAS` will find: then it may be out of
  /// date.
  boolean guesses(Code code, Instruction load) {
    return guesses.computeIfAbsent(load, _ -> text(code).guesses(load));
  }

  /// Returns whether an access belongs to a `x += …`: its line loads what it stores to.
  boolean updates(Code code, Instruction access) {
    return updates.computeIfAbsent(
        access,
        _ ->
            access.opcode() == Opcode.ST
                ? text(code).has(Opcode.LD, 1, access, access.operand(0))
                : access.opcode() == Opcode.LD
                    && text(code).has(Opcode.ST, 0, access, access.operand(1)));
  }

  private Text text(Code code) {
    return texts.computeIfAbsent(code, _ -> new Text(code.instructions));
  }

  /// A function's instructions as they are looked up: in time that grows with their number, as a
  /// text may have thousands.
  private static final class Text {
    private final Map<KernelLine, List<Instruction>> accesses;
    private final Map<Operand.Register, Operand> moved = new HashMap<>();
    private final Set<Operand.Address> swapped;

    Text(Instruction[] instructions) {
      accesses =
          Arrays.stream(instructions)
              .filter(in -> in.opcode() == Opcode.LD || in.opcode() == Opcode.ST)
              .collect(groupingBy(Instruction::source));
      var seen = new HashSet<Operand.Register>();
      for (var in : instructions) {
        for (var register : in.written()) {
          if (seen.add(register) && moves(in)) {
            moved.put(register, in.operand(1));
          } else {
            moved.remove(register); // written twice
          }
        }
      }
      swapped =
          Arrays.stream(instructions)
              .filter(in -> in.has("cas"))
              .map(in -> place(in.operand(1)))
              .collect(toSet());
    }

    private static boolean moves(Instruction in) {
      return (in.opcode() == Opcode.MOV || in.opcode() == Opcode.CVTA)
          && !(in.operand(1) instanceof Operand.Immediate);
    }

    boolean guesses(Instruction load) {
      return !swapped.isEmpty()
          && load.opcode() == Opcode.LD
          && swapped.contains(place(load.operand(1)));
    }

    boolean has(Opcode opcode, int at, Instruction beside, Operand address) {
      var place = place(address);
      return accesses.getOrDefault(beside.source(), List.of()).stream()
          .anyMatch(in -> in.opcode() == opcode && place(in.operand(at)).equals(place));
    }

    /// Returns an address by the variable or register that it begins at, and its offset in its
    /// space: a compiler writes the same one as a symbol here, and there as a register that a
    /// symbol was moved to, or as a generic address.
    private Operand.Address place(Operand address) {
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
          case Operand.Register register -> {
            base = moved.getOrDefault(register, register);
          }
          default -> {
            return new Operand.Address(base, (int) offset);
          }
        }
      }
      return new Operand.Address(base, (int) offset);
    }
  }
}
