package tapeline.gpu.emulator.execute;

import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.LaunchFault;
import tapeline.gpu.emulator.fault.Trap;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.KernelLine;
import tapeline.gpu.ptx.Opcode;

/// Moves a warp through its code.
///
/// Where its lanes part at a branch, one part goes first and the other after it, until both meet
/// again. A part that gives its turn away, as it waits, lets the others go first.
final class Lockstep {
  private static final int NEW_WAY = -1;
  private static final int WAIT = -2;
  private static final int DEEPEST_CALL = 1000;

  private final Warp warp;
  private final BlockState block;
  private final @Nullable ExecutionListener watch;
  private final @Nullable WarpSchedule schedule;
  private final Frame bottom;
  private final Calls calls;
  private @Nullable Frame frame;

  /// Set where lanes have been found to wait for each other, as for a lock: those that have had a
  /// turn let the others go first.
  private boolean inTurns;

  Lockstep(Warp warp, Frame bottom) {
    this.warp = warp;
    this.bottom = bottom;
    block = warp.block;
    watch = warp.watch;
    schedule = block.schedule;
    calls = new Calls(warp, this);
  }

  void start(int lanes) {
    inTurns = bottom.code.inTurns;
    bottom.restart(lanes);
    bottom.code.rows.setPosition(bottom.registers, warp);
    enter(bottom);
  }

  boolean isDone() {
    return frame == null;
  }

  /// The instruction at which the lanes on top go on.
  Instruction next() {
    int pc = frame == null || frame.isEmpty() ? 0 : frame.pc();
    return code().instructions[Math.min(pc, code().instructions.length - 1)];
  }

  /// Returns whether some lanes may wait for others, and take no turns yet.
  boolean lacksTurns() {
    return !inTurns && frame != null && (frame.holdsUp(warp.live) || frame.hasDiverged(warp.live));
  }

  /// Lets lanes take turns from here on.
  void beginTurns() {
    inTurns = true;
    bottom.code.inTurns = true;
  }

  boolean inTurns() {
    return inTurns;
  }

  /// A number for where its threads are and what they have.
  long fingerprint() {
    long sum = 1;
    for (var f = frame; f != null; f = f.caller) {
      sum = Repetition.mix(sum, f.fingerprint());
    }
    return sum;
  }

  Code code() {
    return frame == null ? bottom.code : frame.code;
  }

  void enter(Frame entered) {
    frame = entered;
    warp.registers = entered.registers;
    warp.predicates = entered.predicates;
    warp.origins = entered.origins;
  }

  /// The line of the kernel's own file that an instruction belongs to: for one in a function of
  /// CUDA's headers, the line that called it.
  KernelLine sourceOf(Instruction in) {
    var own = bottom.code.firstLine().file();
    var line = in.source();
    for (var f = frame; f != null && f.caller != null && !line.file().equals(own); f = f.caller) {
      line = f.caller.code.instructions[f.caller.pc() - 1].source();
    }
    return line;
  }

  void checkDepth(int where) {
    int depth = 0;
    for (var f = frame; f != null; f = f.caller) {
      depth++;
    }
    if (depth > DEEPEST_CALL) {
      throw new Trap(
          FaultKind.CALL,
          where,
          "calls nested deeper than " + DEEPEST_CALL + ": a recursion without an end?");
    }
  }

  /// Runs until the kernel ends, a barrier has to be waited for, or the warp's turn is over.
  void run() {
    var current = frame;
    try {
      while ((current = frame) != null) {
        if (current.isEmpty()) {
          leave(current);
        } else if ((current.lanes() & warp.live) == 0 || current.pc() == current.meeting()) {
          current.pop();
        } else if (way(current) == WAIT) {
          return;
        }
      }
    } catch (Trap trap) {
      var failed = current == null ? bottom : current;
      throw new LaunchFault(
          warp.finding(
              trap.kind,
              failed.code.instructions[trap.where >> 5],
              trap.where & 31,
              String.valueOf(trap.getMessage())));
    }
  }

  /// Goes one way, with the lanes that take it, up to where they meet others.
  private int way(Frame on) {
    var code = on.code;
    var steps = code.steps;
    int[] next = code.next;
    int lanes = on.lanes() & warp.live;
    int meeting = on.meeting();
    int pc = on.pc();
    int from = pc;
    while (pc != meeting) {
      int staying = schedule == null ? 0 : schedule.staying(warp, code.instructions[pc], lanes);
      if (staying != 0) {
        on.goOnAt(pc);
        if (staying == WarpSchedule.WAIT) {
          return WAIT;
        }
        on.stay(staying);
        return NEW_WAY;
      }
      if (watch != null) {
        watch.step(warp, code, pc, lanes);
      }
      var step = steps[pc];
      if (step instanceof Segment segment) {
        segment.run(warp, lanes);
        pc = next[pc];
      } else if (step != null) {
        step.run(warp, lanes);
        pc = next[pc];
      } else {
        block.count(pc - from);
        int went = jump(code, pc, lanes);
        went = went < 0 ? steer(on, pc, lanes) : went;
        if (went < 0) {
          return went;
        }
        pc = went;
        from = pc;
      }
    }
    on.pop();
    return NEW_WAY;
  }

  /// Carries out a branch that all lanes take, or none of them, and says where to go on; −1 for any
  /// other.
  private int jump(Code code, int pc, int lanes) {
    int target = code.jumps[pc];
    int taking = lanes & code.taking(pc, warp.predicates);
    if (target < 0 || warp.turn <= 1 || (taking != 0 && taking != lanes) || isWatched(code)) {
      return -1;
    }
    block.countJump(code.instructions[pc], lanes);
    warp.turn--;
    return taking == 0 ? pc + 1 : target;
  }

  /// Returns whether what decides a branch has to have a value.
  private boolean isWatched(Code code) {
    return block.variant.checked() && code.undefined.count() > 0;
  }

  /// Carries out an instruction that changes the way: says where to go on, or that the way ends
  /// here.
  private int steer(Frame on, int pc, int lanes) {
    var in = on.code.instructions[pc];
    int taking = lanes & on.code.taking(pc, warp.predicates);
    if (isWatched(on.code)) {
      on.code.undefined.decide(warp, in, lanes);
    }
    return switch (in.opcode()) {
      case BRA, BRX -> {
        int went = branch(on, in, lanes, taking);
        if (--warp.turn > 0) {
          yield went;
        }
        warp.jumped = in;
        if (went >= 0) {
          on.goOnAt(went);
        }
        if (inTurns && on.holdsUp(warp.live)) {
          on.takeTurns(warp.live);
        } else if (!on.isEmpty()
            && (inTurns || (went >= 0 && warp.turn < 0))) { // it may be waiting for another way
          on.giveWay();
        }
        yield WAIT;
      }
      case RET, EXIT -> {
        boolean leavesKernel = on.caller == null || in.opcode() == Opcode.EXIT;
        if (leavesKernel) {
          warp.live &= ~taking;
        }
        on.remove(taking);
        on.goOnAt(pc + 1);
        yield NEW_WAY;
      }
      case CALL -> taking == 0 ? pc + 1 : calls.call(on, in, taking) ? NEW_WAY : pc + 1;
      default -> taking == 0 ? pc + 1 : barrier(on, pc, taking);
    };
  }

  private int barrier(Frame on, int pc, int taking) {
    if (taking != warp.live && on.caller == null) { // who has only to return has returned
      int gone = on.atTheirReturn() & ~taking;
      warp.live &= ~gone;
      on.remove(gone);
    }
    if (taking != warp.live) {
      throw new Trap(
          FaultKind.DIVERGENT_BARRIER,
          32 * pc + Integer.numberOfTrailingZeros(taking),
          "only %d of the %d threads of warp %d get here; all threads of a block must reach the same __syncthreads()"
              .formatted(Integer.bitCount(taking), Integer.bitCount(warp.live), warp.id));
    }
    var barrier = on.code.barriers[pc];
    on.goOnAt(pc + 1);
    return barrier != null && barrier.meet(warp) ? WAIT : pc + 1;
  }

  private int branch(Frame on, Instruction in, int lanes, int taking) {
    int pc = in.index();
    block.countJump(in, lanes);
    int[] targets = on.code.targets[pc];
    if (taking == 0) {
      return pc + 1;
    }
    if (taking == lanes && targets.length == 1) {
      return targets[0];
    }
    int meeting = on.code.meetings[pc];
    if (meeting == on.meeting()) {
      on.pop();
    } else {
      on.goOnAt(meeting);
    }
    int ways = 0;
    if (taking != lanes) {
      ways++;
      if (pc + 1 != meeting) {
        on.push(pc + 1, lanes & ~taking, meeting);
      }
    }
    for (int i = targets.length - 1; i >= 0; i--) {
      int there = targets.length == 1 ? taking : taking & choosing(on, in, i);
      if (there != 0) {
        ways++;
        if (targets[i] != meeting) {
          on.push(targets[i], there, meeting);
        }
      }
    }
    if (watch != null && ways > 1) {
      watch.divergence(on.code, pc);
    }
    return NEW_WAY;
  }

  /// The lanes whose index register says `choice`.
  private int choosing(Frame on, Instruction in, int choice) {
    int row = on.code.rows.of(in.operand(0));
    int lanes = 0;
    for (int lane = 0; lane < 32; lane++) {
      lanes |= (int) warp.registers[row + lane] == choice ? 1 << lane : 0;
    }
    return lanes;
  }

  private void leave(Frame left) {
    var caller = left.caller;
    if (caller == null) {
      frame = null;
    } else {
      calls.bringBack(left, caller);
      enter(caller);
    }
  }
}
