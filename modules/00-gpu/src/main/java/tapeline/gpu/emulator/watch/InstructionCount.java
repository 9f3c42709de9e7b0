package tapeline.gpu.emulator.watch;

import org.jspecify.annotations.Nullable;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.PtxType;

/// How often an instruction ran and what it cost.
public record InstructionCount(
    Instruction instruction, long[] counts, @Nullable AccessPattern worst) {
  public static final int EXECUTIONS = 0;
  public static final int LANES = 1;
  public static final int REQUESTS = 2;
  public static final int SECTORS = 3;
  public static final int IDEAL_SECTORS = 4;
  public static final int SHARED_REQUESTS = 5;
  public static final int WAVEFRONTS = 6;
  public static final int IDEAL_WAVEFRONTS = 7;
  public static final int DIVERGENCES = 8;
  public static final int LOCAL_REQUESTS = 9;
  public static final int LOCAL_SECTORS = 10;
  static final int COLUMNS = 11;
  private static final String SHAPE = "m\\d+n\\d+k\\d+";

  /// Floating-point operations of one lane: a fused multiply-add is two, and a product of matrices
  /// is shared by 32.
  static int flops(Instruction in) {
    if (isProduct(in)) {
      var shape = in.modifiers().stream().filter(word -> word.matches(SHAPE)).findFirst();
      int product = 1;
      for (var size : shape.orElseThrow().substring(1).split("[nk]", 0)) {
        product *= Integer.parseInt(size);
      }
      return 2 * product / 32;
    }
    if (in.types().isEmpty() || !in.type().isFloat()) {
      return 0;
    }
    int numbers = in.type().isPair() ? 2 : 1;
    return switch (in.opcode()) {
      case FMA, MAD -> 2 * numbers;
      case ADD, SUB, MUL, DIV, RCP, SQRT, RSQRT, SIN, COS, EX2, LG2, TANH, MIN, MAX -> numbers;
      case ATOM, RED -> in.has("add") && in.type() != PtxType.B32 ? numbers : 0;
      default -> 0;
    };
  }

  /// With those of another launch.
  public InstructionCount plus(InstructionCount other) {
    var sums = counts.clone();
    for (int i = 0; i < sums.length; i++) {
      sums[i] += other.counts[i];
    }
    return new InstructionCount(instruction, sums, worst);
  }

  public long get(int column) {
    return counts[column];
  }

  private static boolean isProduct(Instruction in) {
    return in.opcode() == Opcode.MMA || (in.opcode() == Opcode.WMMA && in.has("mma"));
  }

  /// Returns the operations of [#flops()] that tensor cores do.
  public long tensorFlops() {
    return isProduct(instruction) ? flops() : 0;
  }

  public long flops() {
    return counts[LANES] * flops(instruction);
  }

  public boolean isBranch() {
    return instruction.opcode() == Opcode.BRA || instruction.opcode() == Opcode.BRX;
  }

  public boolean isStore() {
    return instruction.opcode() == Opcode.ST
        || (instruction.opcode() == Opcode.WMMA && instruction.has("store"));
  }

  public boolean isLoad() {
    return switch (instruction.opcode()) {
      case LD, LDU, LDMATRIX, CP -> true;
      case WMMA -> instruction.has("load");
      default -> false;
    };
  }
}
