package tapeline.gpu.emulator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;

/// Thirty-two threads that execute the same instruction at the same time.
///
/// Where they part at a branch, one part goes first and the other after it, until both meet again.
public final class Warp {
  private static final int NEW_WAY = -1;
  private static final int WAIT = -2;
  private static final int DEEPEST_CALL = 1000;

  final int id;
  final BlockState block;
  final @Nullable Watch watch;
  final GlobalMemory global;

  /// The registers and predicates of the function being executed. Compiled code reads them.
  public long[] registers = {};

  public int[] predicates = {};
  public byte[] shared;
  final LocalMemory local = new LocalMemory();

  private final List<long[]> rooms = new ArrayList<>();

  /// Room for one value and one place a lane.
  final long[] addresses = new long[32];

  final int[] places = new int[32];

  /// The lanes whose thread has not left the kernel.
  int live;

  /// For the race detector: when its lanes last met at a `__syncwarp()`.
  int synchronisedAt;

  /// Where this warp waits, or null.
  @Nullable BarrierWait waiting;

  private @Nullable Frame frame;
  private final Frame bottom;
  private final Calls calls = new Calls(this);

  Warp(int id, BlockState block, Code kernel, @Nullable Watch watch, GlobalMemory global) {
    this.id = id;
    this.block = block;
    this.watch = watch;
    this.global = global;
    shared = block.shared;
    bottom = new Frame(kernel, null, 0);
    local.ensure(kernel.function.localBytes());
  }

  /// Begins the kernel anew, in the block's present position.
  void start() {
    int threads = Math.min(32, block.launch.block().count() - 32 * id);
    live = threads == 32 ? -1 : (1 << threads) - 1;
    waiting = null;
    bottom.restart(live);
    enter(bottom);
    local.write(block.launch.parameters());
  }

  boolean isDone() {
    return frame == null;
  }

  void enter(Frame entered) {
    frame = entered;
    registers = entered.registers;
    predicates = entered.predicates;
    entered.code.rows.setFrame(registers, entered.base);
    entered.code.rows.setSpecials(this, registers);
  }

  void goBackTo(Frame caller) {
    frame = caller;
    registers = caller.registers;
    predicates = caller.predicates;
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

  /// Runs until the kernel ends or a barrier has to be waited for.
  void run() {
    var current = frame;
    try {
      while ((current = frame) != null) {
        if (current.isEmpty()) {
          leave(current);
        } else if ((current.lanes() & live) == 0 || current.pc() == current.meeting()) {
          current.pop();
        } else if (way(current) == WAIT) {
          return;
        }
      }
    } catch (Trap trap) {
      var failed = current == null ? bottom : current;
      throw new KernelFault(
          finding(
              trap.kind,
              failed.code.instructions[trap.where >> 5],
              trap.where & 31,
              String.valueOf(trap.getMessage())));
    }
  }

  /// Goes one way, with the lanes that take it, up to where they meet others.
  private int way(Frame on) {
    var code = on.code;
    Step[] steps = code.steps;
    int[] next = code.next;
    int lanes = on.lanes() & live;
    int meeting = on.meeting();
    int pc = on.pc();
    while (pc != meeting) {
      if (watch != null) {
        watch.step(code, pc, lanes);
      }
      var step = steps[pc];
      if (step != null) {
        step.run(this, lanes);
        pc = next[pc];
      } else {
        int went = steer(on, pc, lanes);
        if (went < 0) {
          return went;
        }
        pc = went;
      }
    }
    on.pop();
    return NEW_WAY;
  }

  /// Carries out an instruction that changes the way: says where to go on, or that the way ends
  /// here.
  private int steer(Frame on, int pc, int lanes) {
    var in = on.code.instructions[pc];
    int taking = lanes & taking(in);
    return switch (in.opcode()) {
      case BRA, BRX -> branch(on, in, lanes, taking);
      case RET, EXIT -> {
        boolean leavesKernel = on.caller == null || in.opcode() == Opcode.EXIT;
        if (leavesKernel) {
          live &= ~taking;
        }
        on.remove(taking);
        on.goOnAt(pc + 1);
        yield NEW_WAY;
      }
      case CALL -> taking == 0 ? pc + 1 : calls.call(on, in, taking) ? NEW_WAY : pc + 1;
      default -> {
        if (taking == 0) {
          yield pc + 1;
        }
        if (taking != live) {
          throw new Trap(
              FaultKind.DIVERGENT_BARRIER,
              32 * pc + Integer.numberOfTrailingZeros(taking),
              "only %d of the %d threads of warp %d get here; all threads of a block must reach the same __syncthreads()"
                  .formatted(Integer.bitCount(taking), Integer.bitCount(live), id));
        }
        on.goOnAt(pc + 1);
        waiting = BarrierWait.at(this, in);
        yield waiting == null ? pc + 1 : WAIT;
      }
    };
  }

  private int taking(Instruction in) {
    var guard = in.guard();
    return guard == null
        ? -1
        : guard.negated()
            ? ~predicates[guard.predicate().index()]
            : predicates[guard.predicate().index()];
  }

  private int branch(Frame on, Instruction in, int lanes, int taking) {
    int pc = in.index();
    block.countJump(this, in, lanes);
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
    if (taking != lanes && pc + 1 != meeting) {
      on.push(pc + 1, lanes & ~taking, meeting);
    }
    ways += taking != lanes ? 1 : 0;
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
      lanes |= (int) registers[row + lane] == choice ? 1 << lane : 0;
    }
    return lanes;
  }

  private void leave(Frame left) {
    var caller = left.caller;
    if (caller == null) {
      frame = null;
    } else {
      calls.bringBack(left, caller);
      goBackTo(caller);
    }
  }

  void setPredicate(int p, int mask, int value) {
    predicates[p] = predicates[p] & ~mask | value & mask;
  }

  byte[] memory(Space space, int lane) {
    return switch (space) {
      case GLOBAL, GENERIC -> global.bytes();
      case SHARED -> shared;
      case LOCAL -> local.of(lane);
    };
  }

  int place(Space space, long address, int size, int where) {
    return switch (space) {
      case GLOBAL, GENERIC -> global.index(address, size, where);
      case SHARED -> SharedMemory.index(shared, address, size, where);
      case LOCAL -> local.index(address, size, where);
    };
  }

  /// Room for the addresses of a compiled segment's `i`-th access.
  long[] room(int i) {
    while (rooms.size() <= i) {
      rooms.add(new long[32]);
    }
    return rooms.get(i);
  }

  /// Compiled code has made an access, and `watch` is not null.
  void tell(MemoryAccess access, int mask, long[] requested) {
    if (watch != null) {
      watch.access(this, access, access.space, mask, requested);
    }
  }

  void fence() {
    if (watch != null) {
      watch.fence(this);
    }
  }

  void warpBarrier(Instruction in, int mask) {
    if (watch != null) {
      int members = in.operand(0) instanceof Operand.Immediate i ? (int) i.bits() : -1;
      WarpSteps.checkMembers(this, in, mask, members);
      watch.warpBarrier(this);
    }
  }

  Finding finding(FaultKind kind, Instruction in, int lane, String message) {
    int thread = Math.min(32 * id + lane, block.launch.block().count() - 1);
    return new Finding(
        kind,
        block.launch.kernel().name(),
        in.source(),
        block.position,
        block.launch.block().at(thread),
        message,
        in);
  }
}
