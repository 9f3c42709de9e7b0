package tapeline.gpu.emulator;

import tapeline.gpu.ptx.ControlFlow;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.PtxFunction;

/// A function made ready to run: a step for each instruction, except those that steer the warp
/// itself.
final class Code {
  final PtxFunction function;
  final Instruction[] instructions;
  final ControlFlow flow;
  final Rows rows;

  /// What to do at each place; null where the warp steers.
  final Step[] steps;

  /// Where to go on after each step. A compiled segment stands at its first instruction and leads
  /// behind its last.
  final int[] next;

  final int[][] targets;
  final int[] meetings;

  Code(PtxFunction function, Rows rows) {
    this.function = function;
    this.rows = rows;
    instructions = function.body().toArray(Instruction[]::new);
    flow = new ControlFlow(function);
    int n = instructions.length;
    steps = new Step[n];
    next = new int[n];
    targets = new int[n][];
    meetings = new int[n];
    for (int i = 0; i < n; i++) {
      next[i] = i + 1;
      switch (instructions[i].opcode()) {
        case BRA, BRX -> {
          targets[i] =
              ControlFlow.targets(function, instructions[i]).stream().mapToInt(t -> t).toArray();
          meetings[i] = flow.meetingPoint(i);
        }
        default -> {}
      }
    }
  }

  int end() {
    return instructions.length;
  }
}
