package tapeline.gpu.ptx;

import java.util.regex.Pattern;

/// The least compute capability that an instruction needs: *Target ISA notes* of each in the PTX
/// ISA.
final class TargetNeeded {
  private static final Pattern TARGET = Pattern.compile("sm_(\\d+)");

  private TargetNeeded() {}

  /// Of a directive `.target`: 75 for `sm_75, debug`; the highest where it names none.
  static int capability(String target) {
    var found = TARGET.matcher(target);
    return found.find() ? Integer.parseInt(found.group(1)) : Integer.MAX_VALUE;
  }

  /// @throws PtxException when the PTX is for cards that lack the instruction
  static void check(Instruction in, int target) {
    int needed = of(in);
    if (needed > target) {
      throw new PtxException(
          in,
          "needs compute capability %d.%d, and this PTX is for sm_%d: compile with -arch sm_%d"
              .formatted(needed / 10, needed % 10, target, needed));
    }
  }

  private static int of(Instruction in) {
    return switch (in.opcode()) {
      case CP -> 80;
      default -> 0;
    };
  }
}
