package tapeline.gpu.emulator.execute;

import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Trap;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxException;

/// A barrier instruction: `bar.sync`, `bar.arrive`, which does not wait, or `bar.red`, which also
/// asks every thread a question.
final class Barrier {
  /// A block has so many barriers; `__syncthreads()` is number 0.
  static final int COUNT = 16;

  final Instruction instruction;
  private final boolean arrives;
  private final boolean reduces;
  private final Operand number;
  private final @Nullable Operand threads;

  Barrier(Instruction in) {
    instruction = in;
    arrives = in.has("arrive");
    reduces = in.has("red");
    int first = reduces ? 1 : 0;
    int last = in.operands().size() - (reduces ? 1 : 0);
    if (last <= first) {
      throw new PtxException(in, "a barrier needs its number");
    }
    number = in.operand(first);
    threads = last > first + 1 ? in.operand(first + 1) : null;
  }

  /// Returns whether a barrier says how many threads it waits for, which may be some of a block.
  static boolean isOfAPart(Instruction in) {
    boolean ofBlock = in.opcode() == Opcode.BAR || in.opcode() == Opcode.BARRIER;
    return in.opcode() == Opcode.MBARRIER
        || (ofBlock && !in.has("warp") && new Barrier(in).threads != null);
  }

  /// A warp gets here. True if it has to wait.
  boolean meet(Warp warp) {
    int barrier = value(warp, number);
    if (barrier < 0 || barrier >= COUNT) {
      throw new Trap(
          FaultKind.DEADLOCK,
          32 * instruction.index() + Integer.numberOfTrailingZeros(warp.live),
          "a block has the barriers 0 to %d, got %d".formatted(COUNT - 1, barrier));
    }
    if (arrives) {
      warp.block.arrived[barrier] += 32;
      if (warp.watch != null) {
        warp.watch.arrival(warp, barrier);
      }
      return false;
    }
    warp.waiting = this;
    warp.waitsAt = barrier;
    warp.waitsFor = threads == null ? 0 : value(warp, threads);
    warp.vote = reduces ? Predicates.value(warp, instruction.operands().getLast()) & warp.live : 0;
    return true;
  }

  private static int value(Warp warp, Operand operand) {
    return operand instanceof Operand.Register register
        ? (int) warp.registers[32 * register.index() + Integer.numberOfTrailingZeros(warp.live)]
        : (int) ((Operand.Immediate) operand).bits();
  }

  /// The barrier opens: every thread of the warp learns the answer.
  ///
  /// @param yes how many threads of the block said yes, out of `all`
  void tell(Warp warp, int yes, int all) {
    if (!reduces) {
      return;
    }
    int target = ((Operand.Register) instruction.operand(0)).index();
    if (instruction.has("popc")) {
      WarpSteps.fill(warp.registers, 32 * target, warp.live, yes);
    } else {
      boolean holds = instruction.has("and") ? yes == all : yes > 0;
      warp.setPredicate(target, warp.live, holds ? -1 : 0);
    }
  }
}
