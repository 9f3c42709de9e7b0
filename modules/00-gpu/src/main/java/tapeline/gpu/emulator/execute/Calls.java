package tapeline.gpu.emulator.execute;

import java.util.List;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Trap;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxVariable;

/// Calls of device functions: parameters are copied from the caller's stack frame into the
/// callee's, results back.
final class Calls {
  private final Warp warp;
  private final Lockstep lockstep;

  Calls(Warp warp, Lockstep lockstep) {
    this.warp = warp;
    this.lockstep = lockstep;
  }

  /// `call (result), function, (parameters), prototype;`, the brackets being optional.
  private static Operand callee(Instruction in) {
    return in.operand(in.operand(0) instanceof Operand.Group ? 1 : 0);
  }

  private static List<Operand> results(Instruction in) {
    return in.operand(0) instanceof Operand.Group group ? group.parts() : List.of();
  }

  private static List<Operand> arguments(Instruction in) {
    int at = in.operand(0) instanceof Operand.Group ? 2 : 1;
    return at < in.operands().size() && in.operand(at) instanceof Operand.Group group
        ? group.parts()
        : List.of();
  }

  /// Enters a function, or carries out one that the emulator itself provides. True if the warp goes
  /// another way now.
  boolean call(Frame on, Instruction in, int lanes) {
    var callee = callee(in);
    if (callee instanceof Operand.Symbol symbol) {
      if (warp.block.program.has(symbol.name())) {
        enter(on, in, symbol.name(), lanes);
        return true;
      }
      new Builtins(warp, on, in, arguments(in), results(in)).call(symbol.name(), lanes);
      return false;
    }
    int row = on.code.rows.of(callee);
    long address = warp.registers[row + Integer.numberOfTrailingZeros(lanes)];
    int same = 0;
    for (int rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      same |= warp.registers[row + lane] == address ? 1 << lane : 0;
    }
    if (same != lanes) { // several functions: one after the other
      on.goOnAt(in.index() + 1);
      on.push(in.index(), lanes & ~same, in.index() + 1);
      on.push(in.index(), same, in.index() + 1);
      return true;
    }
    String name = warp.block.program.functionAt(address);
    if (name == null) {
      throw new Trap(
          FaultKind.CALL,
          32 * in.index() + Integer.numberOfTrailingZeros(lanes),
          "0x%x is not the address of a function".formatted(address));
    }
    enter(on, in, name, lanes);
    return true;
  }

  private void enter(Frame on, Instruction in, String name, int lanes) {
    lockstep.checkDepth(32 * in.index() + Integer.numberOfTrailingZeros(lanes));
    var code = warp.block.code(name);
    int base = (on.base + on.code.function.localBytes() + 15) / 16 * 16;
    warp.local.ensure(base + code.function.localBytes());
    warp.local.forget(base, base + code.function.localBytes());
    var arguments = arguments(in);
    for (int i = 0; i < arguments.size(); i++) {
      copy(variable(arguments.get(i)), on.base, code.function.parameters().get(i), base, lanes);
    }
    on.goOnAt(in.index() + 1);
    var entered = new Frame(warp, code, on, base);
    entered.restart(lanes);
    entered.callLanes = lanes;
    lockstep.enter(entered);
  }

  void bringBack(Frame left, Frame caller) {
    var in = caller.code.instructions[caller.pc() - 1];
    var results = results(in);
    for (int i = 0; i < results.size(); i++) {
      copy(
          left.code.function.results().get(i),
          left.base,
          variable(results.get(i)),
          caller.base,
          left.callLanes);
    }
  }

  private static PtxVariable variable(Operand operand) {
    return ((Operand.Variable) operand).variable();
  }

  private void copy(PtxVariable from, int fromBase, PtxVariable to, int toBase, int lanes) {
    for (int rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      byte[] memory = warp.memory(Space.LOCAL, lane);
      warp.local.bring(lane, toBase + to.offset(), toBase + to.offset() + to.bytes());
      System.arraycopy(
          memory,
          fromBase + from.offset(),
          memory,
          toBase + to.offset(),
          Math.min(from.bytes(), to.bytes()));
    }
  }
}
