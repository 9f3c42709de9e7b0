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
                        .anyMatch(in -> in.has("cas") && in.operand(1).equals(load.operand(1))));
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
        .anyMatch(in -> in.operand(at).equals(address));
  }
}
