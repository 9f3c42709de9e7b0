package tapeline.gpu.ptx;

import java.util.regex.Pattern;

/// The least compute capability that an instruction needs: *Target ISA notes* of each in the PTX
/// ISA.
final class TargetNeeded {
  private static final Pattern TARGET = Pattern.compile("sm_(\\d+)");

  private TargetNeeded() {}

  /// Returns the capability of a directive `.target`: 75 for `sm_75, debug`; the highest where it
  /// names none.
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
      case MBARRIER ->
          in.operands().size() < 3 || in.has("test_wait") || in.has("noComplete") ? 80 : 90;
      case LDMATRIX -> 75;
      case WMMA -> isLater(in) ? 80 : 70;
      case MMA -> isLater(in) || in.has("m16n8k16") ? 80 : 75;
      default -> in.types().stream().mapToInt(type -> of(in, type)).max().orElse(0);
    };
  }

  private static boolean isLater(Instruction in) {
    return in.types().contains(PtxType.BF16) || in.types().contains(PtxType.TF32);
  }

  /// Returns the capability that an instruction on numbers of 16 bits or of tf32 needs.
  private static int of(Instruction in, PtxType type) {
    if (type == PtxType.TF32) {
      return 80;
    }
    boolean brain = type == PtxType.BF16 || type == PtxType.BF16X2;
    if (!type.isHalf()) {
      return 0;
    }
    return switch (in.opcode()) {
      case MIN, MAX -> 80;
      case FMA -> brain || in.has("relu") ? 80 : 53;
      case NEG, ABS -> brain ? 80 : 53;
      case EX2, TANH -> brain ? 90 : 75;
      case ATOM, RED -> brain ? 90 : 70;
      case CVT -> {
        boolean toBrain = in.types().getFirst() == type && in.type() == PtxType.F32;
        yield brain ? toBrain ? 80 : 90 : type.isPair() || in.has("relu") ? 80 : 0;
      }
      default -> brain ? 90 : 53;
    };
  }
}
