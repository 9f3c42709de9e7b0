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
/// column `l/4`. So say the sections *Matrix Fragments for mma.m16n8k8* and *mma.m16n8k16* of the
/// PTX ISA. For wmma the ISA leaves it open, and it is so here.
///
/// @param sideways whether it is B
/// @param type of an element; two of 16 bits share a register, the first in its lower half
record MatrixFragment(int rows, int columns, boolean sideways, PtxType type) {
  private static final Pattern SHAPE = Pattern.compile("m(\\d+)n(\\d+)k(\\d+)");
  private static final List<String> MMA = List.of("m16n8k8", "m16n8k16");
  private static final List<String> WMMA = List.of("m16n16k16", "m32n8k16", "m8n32k16");

  /// The fragment `a`, `b`, `c` or `d` of an instruction.
  static MatrixFragment of(Instruction in, char part, PtxType type) {
    boolean factor = part == 'a' || part == 'b';
    boolean known =
        factor
            ? type == PtxType.F16 || type == PtxType.BF16
            : type == PtxType.F16 || type == PtxType.F32;
    var shapes = in.opcode() == Opcode.MMA ? MMA : WMMA;
    var shape = in.modifiers().stream().filter(shapes::contains).findFirst();
    if (!known || shape.isEmpty()) {
      throw new PtxException(
          in,
          "tensor cores multiply %s of f16 or bf16, and add in f32 or f16; this is outside"
              .formatted(String.join(", ", shapes)));
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
            : type == PtxType.F32 ? elements() : elements() / 2;
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

  int row(int lane, int i) {
    return i / 2 % (rows / 8) * 8 + (sideways ? lane % 4 * 2 + i % 2 : lane / 4);
  }

  int column(int lane, int i) {
    return i / 2 / (rows / 8) * 8 + (sideways ? lane / 4 : lane % 4 * 2 + i % 2);
  }

  /// The bits of element i of a lane.
  long get(long[] r, int[] registers, int lane, int i) {
    return type == PtxType.F32
        ? r[registers[i] + lane]
        : r[registers[i / 2] + lane] >>> (16 * (i % 2)) & 0xffff;
  }

  void set(long[] r, int[] registers, int lane, int i, long bits) {
    if (type == PtxType.F32) {
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
            type == PtxType.F32
                ? LaneFunction.toFloat(bits)
                : HalfFormat.of(type).toFloat((int) bits);
      }
    }
    return matrix;
  }
}
