package tapeline.gpu.emulator.execute;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.ptx.ControlFlow;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.KernelLine;
import tapeline.gpu.ptx.Liveness;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxFunction;

/// A function made ready to run: a step for each instruction, except those that steer the warp
/// itself.
public final class Code {
  public final PtxFunction function;
  public final Instruction[] instructions;
  public final ControlFlow flow;
  public final Liveness liveness;
  public final RegisterRows rows;

  /// The step at each place; null where the warp steers.
  public final @Nullable Step[] steps;

  /// The index of the next step after each step. A compiled segment stands at its first instruction
  /// and leads behind its last.
  public final int[] next;

  /// The predicate that guards each instruction that steers, or −1. [#flips] has the bits to flip
  /// in it.
  final int[] guards;

  final int[] flips;

  /// The targets of each branch. [#meetings] has the reconvergence points of its lanes.
  final int[][] targets;

  final int[] meetings;

  /// The target of each branch that has one; of other instructions −1.
  final int[] jumps;

  final @Nullable Barrier[] barriers;

  /// The rows of registers that may be read before they are written.
  final int[] cleared;

  public final UndefinedReads undefined;

  /// Set where lanes of a warp have been found to wait for each other, as for a lock: the blocks
  /// that begin from then on need not be found so again.
  volatile boolean inTurns;

  Code(PtxFunction function, RegisterRows rows) {
    this.function = function;
    this.rows = rows;
    instructions = function.body().toArray(Instruction[]::new);
    flow = new ControlFlow(function);
    liveness = new Liveness(function, flow);
    int n = instructions.length;
    steps = new Step[n];
    next = IntStream.rangeClosed(1, n).toArray();
    guards = new int[n];
    flips = new int[n];
    targets = new int[n][];
    meetings = new int[n];
    jumps = new int[n];
    Arrays.fill(jumps, -1);
    barriers = new Barrier[n];
    Arrays.stream(instructions).forEach(this::prepare);
    cleared = cleared();
    undefined = new UndefinedReads(this);
  }

  private void prepare(Instruction in) {
    int at = in.index();
    var guard = in.guard();
    guards[at] = guard == null ? -1 : guard.predicate().index();
    flips[at] = guard != null && guard.negated() ? -1 : 0;
    switch (in.opcode()) {
      case BRA, BRX -> {
        targets[at] = ControlFlow.targets(function, in).stream().mapToInt(t -> t).toArray();
        meetings[at] = flow.meetingPoint(at);
        jumps[at] = in.opcode() == Opcode.BRA ? targets[at][0] : -1;
      }
      case BAR, BARRIER -> barriers[at] = in.has("warp") ? null : new Barrier(in);
      default -> {}
    }
  }

  /// Shuffles also read lanes that have gone another way: what those find must not depend on the
  /// block that ran before.
  private int[] cleared() {
    var early = liveness.before(0);
    var read =
        Arrays.stream(instructions)
            .flatMap(in -> in.read().stream())
            .filter(register -> early.get(Liveness.bit(register)));
    var shuffled =
        Arrays.stream(instructions)
            .filter(in -> in.opcode() == Opcode.SHFL)
            .flatMap(in -> in.read().stream());
    return Stream.concat(read, shuffled)
        .filter(register -> !register.isPredicate())
        .mapToInt((Operand.Register register) -> 32 * register.index())
        .distinct()
        .toArray();
  }

  /// The first line of its source that is known.
  KernelLine firstLine() {
    return Arrays.stream(instructions)
        .map(Instruction::source)
        .filter(line -> line.line() > 0)
        .findFirst()
        .orElse(KernelLine.UNKNOWN);
  }

  public int end() {
    return instructions.length;
  }

  /// Returns whether an instruction loads a parameter of the kernel itself, which all threads find
  /// at the same place.
  public boolean loadsParameter(Instruction in) {
    return function.kernel()
        && in.opcode() == Opcode.LD
        && in.operand(1) instanceof Operand.Address address
        && address.base() instanceof Operand.Variable variable
        && function.parameters().contains(variable.variable());
  }

  /// The lanes that an instruction's guard lets through.
  public int taking(int at, int[] predicates) {
    int guard = guards[at];
    return guard < 0 ? -1 : predicates[guard] ^ flips[at];
  }
}
