package tapeline.gpu.emulator.watch;

import java.util.Arrays;
import java.util.IdentityHashMap;
import tapeline.gpu.emulator.execute.Code;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;

/// Pairs of accesses that belong together, found in a function's text by their equal addresses.
final class AccessIdioms {
  private final IdentityHashMap<Instruction, Boolean> known = new IdentityHashMap<>();

  /// Whether a plain load only guesses what an `atomicCAS` will find: then it may be out of date.
  boolean guesses(Code code, Instruction load) {
    return known.computeIfAbsent(
        load,
        _ ->
            load.opcode() == Opcode.LD
                && Arrays.stream(code.instructions)
                    .anyMatch(in -> in.has("cas") && in.operand(1).equals(load.operand(1))));
  }

  /// Whether a store ends a `x += …`: its line loads what it stores to.
  boolean updates(Code code, Instruction store) {
    return known.computeIfAbsent(
        store,
        _ ->
            store.opcode() == Opcode.ST
                && store.operand(0) instanceof Operand.Address address
                && Arrays.stream(code.instructions)
                    .filter(in -> in.opcode() == Opcode.LD && in.source().equals(store.source()))
                    .anyMatch(in -> in.operand(1).equals(address)));
  }
}
