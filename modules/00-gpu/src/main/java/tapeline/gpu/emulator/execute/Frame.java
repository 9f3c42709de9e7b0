package tapeline.gpu.emulator.execute;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;

/// One function being executed by a warp: its registers, and the stack of ways its lanes have
/// taken.
///
/// An entry of the stack says: these lanes go on at `pc`, and wait for the others at `meeting`.
final class Frame {
  final Code code;
  final @Nullable Frame caller;
  final long[] registers;
  final int[] predicates;

  /// By mask of [UndefinedReads], the instruction that first computed with a variable without a
  /// value.
  final @Nullable Instruction[] origins;

  /// The offset of the frame's variables in each lane's local memory.
  final int base;

  /// The lanes that made the call.
  int callLanes;

  private int[] stack = new int[3 * 16];
  private int depth;

  Frame(Warp warp, Code code, @Nullable Frame caller, int base) {
    this.code = code;
    this.caller = caller;
    this.base = base;
    registers = code.rows.image(warp, base);
    predicates = new int[code.function.predicates() + code.undefined.count()];
    origins = new Instruction[code.undefined.count()];
  }

  /// Back to the first instruction. Of the registers, those are cleared that can be read before
  /// they are written; what is in the others is not known.
  void restart(int lanes) {
    for (int row : code.cleared) {
      Arrays.fill(registers, row, row + 32, 0);
    }
    Arrays.fill(predicates, 0);
    Arrays.fill(origins, null);
    depth = 0;
    push(0, lanes, code.end());
  }

  /// A number for the state of its threads, the same where that is.
  long fingerprint() {
    long sum = Repetition.mix(callLanes, depth);
    for (int i = 0; i < 3 * depth; i++) {
      sum = Repetition.mix(sum, stack[i]);
    }
    for (long register : registers) {
      sum = Repetition.mix(sum, register);
    }
    for (int predicate : predicates) {
      sum = Repetition.mix(sum, predicate);
    }
    return sum;
  }

  boolean isEmpty() {
    return depth == 0;
  }

  void push(int pc, int lanes, int meeting) {
    if (3 * depth == stack.length) {
      stack = Arrays.copyOf(stack, 2 * stack.length);
    }
    stack[3 * depth] = pc;
    stack[3 * depth + 1] = lanes;
    stack[3 * depth + 2] = meeting;
    depth++;
  }

  void pop() {
    depth--;
  }

  int pc() {
    return stack[3 * depth - 3];
  }

  int lanes() {
    return stack[3 * depth - 2];
  }

  int meeting() {
    return stack[3 * depth - 1];
  }

  void goOnAt(int pc) {
    stack[3 * depth - 3] = pc;
  }

  /// The lanes on top let those go first that have parted from them: each part of the warp comes to
  /// the top in time.
  void giveWay() {
    giveWay(depth - 1);
  }

  /// The lanes of the entries from `first` on let those go first that have parted from them.
  private void giveWay(int first) {
    int lanes = stack[3 * first + 1];
    for (int mine = first; mine > 0; mine--) {
      int others = mine; // those from here on have parted from the ones at and above `mine`
      while (others > 0 && (stack[3 * others - 2] & lanes) == 0) {
        others--;
      }
      int[] above = Arrays.copyOfRange(stack, 3 * mine, 3 * depth);
      System.arraycopy(stack, 3 * others, stack, 3 * others + above.length, 3 * (mine - others));
      System.arraycopy(above, 0, stack, 3 * others, above.length);
      mine = others;
      lanes |= others > 0 ? stack[3 * others - 2] : 0;
    }
  }

  /// An entry of the stack, and the reconvergence point of its lanes.
  private record Divergence(int entry, int meeting) {}

  /// Returns where lanes may diverge that stay where the top is: the lowest such entry.
  private Divergence divergence(int lanes) {
    int entry = depth - 1;
    int meeting = code.flow.apart(pc(), stack[3 * entry + 2]);
    while (entry > 0 && meeting == stack[3 * entry + 2]) { // they need not meet where they parted
      do {
        entry--;
      } while (entry > 0 && (stack[3 * entry + 1] & lanes) == 0);
      meeting = code.flow.apart(meeting, stack[3 * entry + 2]);
    }
    return new Divergence(entry, meeting);
  }

  /// Returns whether others could go on if the lanes on top stayed where they are.
  boolean holdsUp(int live) {
    if (depth == 0) {
      return false;
    }
    var from = divergence(lanes());
    for (int i = from.entry; i < depth - 1; i++) {
      if ((stack[3 * i + 1] & live & ~lanes()) != 0 && stack[3 * i] != from.meeting) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether live lanes have diverged from those on top.
  boolean hasDiverged(int live) {
    for (int i = 0; i < depth - 1; i++) {
      int others = stack[3 * i + 1];
      if ((others & live) != 0 && (others & lanes()) == 0) {
        return true;
      }
    }
    return false;
  }

  /// The lanes on top stay where they are, and others go on: those that have diverged from them,
  /// and those that they hold up.
  void takeTurns(int live) {
    int first = divergence(lanes()).entry;
    stay(lanes() & live);
    giveWay(first);
  }

  /// Some lanes stay where the top is, and all others go on, as far as they may without them. Those
  /// that stay at one place stay together.
  void stay(int lanes) {
    int pc = pc();
    var from = divergence(lanes);
    int meeting = from.meeting;
    int[] above = Arrays.copyOfRange(stack, 3 * from.entry, 3 * depth);
    int higher = lanes();
    depth = from.entry;
    if (above[2] != meeting) {
      push(meeting, above[1], above[2]);
    }
    int staying = lanes;
    for (int i = above.length - 6; i > 0; i -= 3) { // others at that place, with none above them
      boolean isThere = above[i] == pc && above[i + 2] == meeting;
      staying |= isThere && (above[i + 1] & higher) == 0 ? above[i + 1] : 0;
      higher |= above[i + 1];
    }
    push(pc, staying, meeting);
    if (above[0] != meeting) {
      push(above[0], above[1] & ~staying, meeting);
    }
    for (int i = 3; i < above.length; i += 3) {
      push(above[i], above[i + 1] & ~staying, above[i + 2]);
    }
  }

  /// The lanes that wait for the others at a `ret`, and have nothing else to do.
  int atTheirReturn() {
    int found = 0;
    int above = 0;
    for (int i = depth - 1; i >= 0; i--) {
      int pc = stack[3 * i];
      var next = pc < code.instructions.length ? code.instructions[pc] : null;
      if (next != null && next.opcode() == Opcode.RET && next.guard() == null) {
        found |= stack[3 * i + 1] & ~above;
      }
      above |= stack[3 * i + 1];
    }
    return found;
  }

  /// These lanes have returned.
  void remove(int lanes) {
    for (int i = 0; i < depth; i++) {
      stack[3 * i + 1] &= ~lanes;
    }
  }
}
