package tapeline.gpu.emulator.execute;

import java.util.List;
import java.util.regex.Pattern;
import tapeline.gpu.emulator.semantics.HalfFormat;
import tapeline.gpu.emulator.semantics.LaneFunction;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxException;
import tapeline.gpu.ptx.PtxType;

/// A matrix in the registers of a warp, of which each lane has `rows·columns/32` elements.
///
/// It is cut into tiles of 8 × 8, which come column by column. Of a tile, lane l has two
/// neighbours: those of row `l/4` in the columns `2·(l%4)` and one more; of a tile of B, those of
/// column `l/4`. Factors of tf32 are cut into tiles half as wide, of which a lane has one number.
/// So say the sections *Matrix Fragments for mma.m16n8k4*, *mma.m16n8k8* and *mma.m16n8k16* of the
/// PTX ISA. For wmma the ISA leaves it open, and it is so here.
///
/// Of a float that is a factor of tf32 the last 13 bits count for nothing, so it is rounded to
/// zero. The ISA (*Alternate Floating-Point Data Formats*) leaves them open, and asks for
/// `cvt.rna.tf32.f32` before; that a card ignores them has not been tried.
///
/// @param sideways whether it is B
/// @param type of an element; two of 16 bits share a register, the first in its lower half
record MatrixFragment(int rows, int columns, boolean sideways, PtxType type) {
  private static final Pattern SHAPE = Pattern.compile("m(\\d+)n(\\d+)k(\\d+)");
  private static final List<String> MMA = List.of("m16n8k8", "m16n8k16");
  private static final List<String> MMA_TF32 = List.of("m16n8k4", "m16n8k8");
  private static final List<String> WMMA = List.of("m16n16k16", "m32n8k16", "m8n32k16");
  private static final List<String> WMMA_TF32 = List.of("m16n16k8");
  private static final long TF32_BITS = 0xffffe000L;

  /// The fragment `a`, `b`, `c` or `d` of an instruction.
  static MatrixFragment of(Instruction in, char part, PtxType type) {
    boolean factor = part == 'a' || part == 'b';
    boolean known =
        switch (type) {
          case F16 -> true;
          case BF16, TF32 -> factor;
          default -> !factor && type == PtxType.F32;
        };
    var halves = in.opcode() == Opcode.MMA ? MMA : WMMA;
    var tf32 = in.opcode() == Opcode.MMA ? MMA_TF32 : WMMA_TF32;
    boolean fits =
        in.modifiers().stream()
            .anyMatch(word ->
                (type != PtxType.TF32 && halves.contains(word))
                    || (type.bits() == 32 && tf32.contains(word)));
    if (!known || !fits) {
      throw new PtxException(
          in,
          "tensor cores multiply %s of f16 or bf16 and %s of tf32, and add in f32 or f16; this is outside"
              .formatted(String.join(", ", halves), String.join(", ", tf32)));
    }
    int m = shapeSize(in, 1);
    int n = shapeSize(in, 2);
    int k = shapeSize(in, 3);
    return switch (part) {
      case 'a' -> new MatrixFragment(m, k, false, type);
      case 'b' -> new MatrixFragment(k, n, true, type);
      default -> new MatrixFragment(m, n, false, type);
    };
  }

  /// The rows of the result, its columns, or the products that are added for each: 1, 2, 3.
  static int shapeSize(Instruction in, int which) {
    for (var word : in.modifiers()) {
      var shape = SHAPE.matcher(word);
      if (shape.matches()) {
        return Integer.parseInt(shape.group(which));
      }
    }
    throw new PtxException(in, "a shape is missing");
  }

  static int[] registers(Operand operand, RegisterRows rows) {
    return ((Operand.Group) operand).parts().stream().mapToInt(rows::of).toArray();
  }

  /// The registers of an operand. A factor of f16 has eight in `wmma`, however few elements.
  int[] registers(Instruction in, int operand, boolean factor, RegisterRows rows) {
    int needed =
        factor && type == PtxType.F16 && in.opcode() == Opcode.WMMA
            ? 8
            : type.bits() == 32 ? elements() : elements() / 2;
    int[] all = registers(in.operand(operand), rows);
    if (all.length != needed) {
      throw new PtxException(
          in, "this fragment has %d registers, got %d".formatted(needed, all.length));
    }
    return all;
  }

  int elements() {
    return rows * columns / 32;
  }

  /// How many elements a lane has of a tile, side by side.
  int neighbours() {
    return type == PtxType.TF32 ? 1 : 2;
  }

  int row(int lane, int i) {
    int n = neighbours();
    return sideways
        ? i / n % (rows / (4 * n)) * 4 * n + lane % 4 * n + i % n
        : i / n % (rows / 8) * 8 + lane / 4;
  }

  int column(int lane, int i) {
    int n = neighbours();
    return sideways
        ? i / n / (rows / (4 * n)) * 8 + lane / 4
        : i / n / (rows / 8) * 4 * n + lane % 4 * n + i % n;
  }

  /// The bits of element i of a lane.
  long get(long[] r, int[] registers, int lane, int i) {
    return type.bits() == 32
        ? r[registers[i] + lane]
        : r[registers[i / 2] + lane] >>> (16 * (i % 2)) & 0xffff;
  }

  void set(long[] r, int[] registers, int lane, int i, long bits) {
    if (type.bits() == 32) {
      r[registers[i] + lane] = bits;
    } else {
      int at = registers[i / 2] + lane;
      int shift = 16 * (i % 2);
      r[at] = (r[at] & ~(0xffffL << shift)) | (bits & 0xffff) << shift;
    }
  }

  /// The matrix, row by row.
  float[] gather(long[] r, int[] registers) {
    var matrix = new float[rows * columns];
    for (int lane = 0; lane < 32; lane++) {
      for (int i = 0; i < elements(); i++) {
        long bits = get(r, registers, lane, i);
        matrix[row(lane, i) * columns + column(lane, i)] =
            switch (type) {
              case F32 -> LaneFunction.toFloat(bits);
              case TF32 -> LaneFunction.toFloat(bits & TF32_BITS);
              default -> HalfFormat.of(type).toFloat((int) bits);
            };
      }
    }
    return matrix;
  }
}
