package tapeline.gpu.emulator;

import org.jspecify.annotations.Nullable;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Operand;

/// A warp waiting at a barrier.
///
/// @param barrier its number: `__syncthreads()` is barrier 0
/// @param threads how many threads it waits for; 0 for all of the block
/// @param vote for `bar.red`, the lanes whose predicate holds
record BarrierWait(Instruction instruction, int barrier, int threads, int vote) {

  /// What the barrier instruction asks of this warp; null if it need not wait.
  static @Nullable BarrierWait at(Warp warp, Instruction in) {
    var operands = in.operands();
    boolean reduces = in.has("red");
    int first = reduces ? 1 : 0;
    int last = operands.size() - (reduces ? 1 : 0);
    int barrier = value(warp, operands.get(first));
    int threads = last > first + 1 ? value(warp, operands.get(first + 1)) : 0;
    if (in.has("arrive")) {
      warp.block.arrived[barrier] += 32;
      return null;
    }
    int vote = reduces ? Predicates.value(warp, operands.getLast()) & warp.live : 0;
    return new BarrierWait(in, barrier, threads, vote);
  }

  private static int value(Warp warp, Operand operand) {
    return operand instanceof Operand.Register register
        ? (int) warp.registers[32 * register.index() + Integer.numberOfTrailingZeros(warp.live)]
        : (int) ((Operand.Immediate) operand).bits();
  }

  /// `bar.red` is over: every thread learns the result.
  void tell(Warp warp, int yes, int all) {
    var in = instruction;
    if (!in.has("red")) {
      return;
    }
    int p = ((Operand.Register) in.operand(0)).index();
    if (in.has("popc")) {
      WarpSteps.fill(warp.registers, 32 * p, warp.live, yes);
    } else {
      boolean holds = in.has("and") ? yes == all : yes > 0;
      warp.setPredicate(p, warp.live, holds ? -1 : 0);
    }
  }
}
