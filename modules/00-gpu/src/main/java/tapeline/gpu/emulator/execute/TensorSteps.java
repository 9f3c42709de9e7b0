package tapeline.gpu.emulator.execute;

import static java.lang.Integer.numberOfTrailingZeros;

import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Trap;
import tapeline.gpu.emulator.memory.Bytes;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.emulator.semantics.HalfFormat;
import tapeline.gpu.emulator.semantics.TensorSum;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.PtxException;
import tapeline.gpu.ptx.PtxType;

/// The instructions by which a warp multiplies matrices on tensor cores, `mma` and `wmma`, and
/// those that bring [fragments][MatrixFragment] from memory to registers and back.
final class TensorSteps {
  private static final int ALL = -1;

  private TensorSteps() {}

  private static Trap misused(Warp warp, Instruction in, int lane, String message) {
    return new Trap(
        FaultKind.WARP_INSTRUCTION, 32 * in.index() + lane, message + ", in warp " + warp.id);
  }

  private static Step together(Instruction in, Step step) {
    return (warp, mask) -> {
      if (mask != ALL) {
        throw misused(
            warp,
            in,
            numberOfTrailingZeros(mask),
            "only %d of 32 lanes get here".formatted(Integer.bitCount(mask)));
      }
      step.run(warp, mask);
    };
  }

  /// `D = A·B + C`, each element a [TensorSum].
  static Step multiply(Instruction in, RegisterRows rows) {
    var types = in.types();
    boolean four = types.size() == 4;
    if (!four && types.size() != 2) {
      throw new PtxException(in, "a product has the types of D, A, B, C, or of D and C");
    }
    var a = MatrixFragment.of(in, 'a', four ? types.get(1) : PtxType.F16);
    var b = MatrixFragment.of(in, 'b', four ? types.get(2) : PtxType.F16);
    var c = MatrixFragment.of(in, 'c', types.getLast());
    var d = MatrixFragment.of(in, 'd', types.getFirst());
    boolean halfSums = c.type() == PtxType.F16 || d.type() == PtxType.F16;
    if (a.type() != b.type() || (halfSums && a.type() != PtxType.F16)) {
      throw new PtxException(in, "the factors of a product have one type, f16 where sums are f16");
    }
    int[] ra = a.registers(in, 1, true, rows);
    int[] rb = b.registers(in, 2, true, rows);
    int[] rc = c.registers(in, 3, false, rows);
    int[] rd = d.registers(in, 0, false, rows);
    return together(
        in,
        (warp, _) -> {
          long[] r = warp.registers;
          var left = a.gather(r, ra);
          var right = b.gather(r, rb);
          var added = c.gather(r, rc);
          // tf32 has the exponents of bf16
          var sum = new TensorSum(HalfFormat.of(a.type()), a.columns());
          for (int lane = 0; lane < 32; lane++) {
            for (int i = 0; i < d.elements(); i++) {
              int row = d.row(lane, i);
              int column = d.column(lane, i);
              sum.from(added[row * c.columns() + column]);
              for (int k = 0; k < a.columns(); k++) {
                sum.add(left[row * a.columns() + k], right[k * b.columns() + column]);
              }
              d.set(r, rd, lane, i, sum.bits(d.type() == PtxType.F16));
            }
          }
        });
  }

  /// `wmma.load` and `wmma.store`. The matrix lies in memory row by row or column by column, with a
  /// leading dimension. A lane moves neighbours of its part as one where they lie side by side.
  static Step move(Instruction in, RegisterRows rows) {
    boolean load = in.has("load");
    char part = load ? in.has("a") ? 'a' : in.has("b") ? 'b' : 'c' : 'd';
    var fragment = MatrixFragment.of(in, part, in.type());
    int[] registers = fragment.registers(in, load ? 0 : 1, part < 'c', rows);
    boolean byRow = in.has("row");
    int leading =
        in.operands().size() > 2
            ? rows.of(in.operand(2))
            : rows.constant(byRow ? fragment.columns() : fragment.rows());
    int size = in.type().bytes();
    int step = byRow == fragment.sideways() ? 1 : fragment.neighbours();
    var access = MemoryAccess.of(in, Space.of(in), load, load ? 1 : 0, step * size, rows);
    return together(
        in,
        (warp, mask) -> {
          long[] r = warp.registers;
          long[] begins = access.addresses(warp, mask, warp.room(0));
          long dimension = r[leading] & 0xffffffffL;
          var space = access.space == Space.GENERIC ? Space.of(begins[0]) : access.space;
          long begin = access.space == Space.GENERIC ? begins[0] - space.window : begins[0];
          check(warp, in, begins, begin, leading, size);
          for (int i = 0; i < fragment.elements(); i += step) {
            long[] addresses = warp.addresses;
            for (int lane = 0; lane < 32; lane++) {
              long row = fragment.row(lane, i);
              long column = fragment.column(lane, i);
              long index = byRow ? row * dimension + column : column * dimension + row;
              addresses[lane] = begin + size * index;
            }
            int[] at = access.locate(warp, mask, space, addresses);
            for (int lane = 0; lane < 32; lane++) {
              byte[] memory = warp.memory(space, lane);
              for (int j = 0; j < step; j++) {
                int place = at[lane] + j * size;
                if (load) {
                  long bits = Bytes.load(memory, place, size, false);
                  fill(fragment, r, registers, lane, i + j, bits);
                } else {
                  Bytes.store(memory, place, size, fragment.get(r, registers, lane, i + j));
                }
              }
            }
          }
        });
  }

  /// Puts an element where it is, and where it is once more: `wmma` has A and B of f16 in eight
  /// registers, however few elements a lane has.
  private static void fill(
      MatrixFragment fragment, long[] r, int[] registers, int lane, int i, long bits) {
    int places = fragment.type().bits() == 32 ? registers.length : 2 * registers.length;
    for (int place = i; place < places; place += fragment.elements()) {
      fragment.set(r, registers, lane, place, bits);
    }
  }

  private static void check(
      Warp warp, Instruction in, long[] begins, long begin, int leading, int size) {
    long dimension = warp.registers[leading] & 0xffffffffL;
    for (int lane = 1; lane < 32; lane++) {
      if (begins[lane] != begins[0]
          || (warp.registers[leading + lane] & 0xffffffffL) != dimension) {
        throw misused(warp, in, lane, "lane %d passes another address than lane 0".formatted(lane));
      }
    }
    String rule =
        begin % 32 != 0
            ? "a fragment begins at a multiple of 32 bytes, got %d".formatted(begin)
            : dimension * size % 16 != 0
                ? "a leading dimension is a multiple of %d, got %d".formatted(16 / size, dimension)
                : "";
    if (!rule.isEmpty()) {
      throw new Trap(FaultKind.MISALIGNED, 32 * in.index(), rule);
    }
  }

  /// `ldmatrix`: tiles of 8 × 8 numbers of 16 bits. Eight lanes say where the rows of each begin;
  /// all lanes get two neighbours of each, of a row, or with `.trans` of a column.
  static Step loadMatrix(Instruction in, RegisterRows rows) {
    int[] registers = MatrixFragment.registers(in.operand(0), rows);
    boolean column = in.has("trans");
    if (!in.has("m8n8") || !in.has("x" + registers.length)) {
      throw new PtxException(in, "ldmatrix has 1, 2 or 4 tiles of m8n8 in as many registers");
    }
    var access = MemoryAccess.of(in, Space.SHARED, true, 1, 16, rows);
    boolean generic = Space.of(in) == Space.GENERIC;
    int asking = ALL >>> (32 - 8 * registers.length);
    return together(
        in,
        (warp, _) -> {
          long[] addresses = access.addresses(warp, asking);
          for (int lane = 0; generic && lane < 8 * registers.length; lane++) {
            addresses[lane] -= Space.SHARED.holds(addresses[lane]) ? Space.SHARED.window : 0;
          }
          int[] at = access.locate(warp, asking, Space.SHARED, addresses);
          for (int lane = 0; lane < 32; lane++) {
            for (int tile = 0; tile < registers.length; tile++) {
              int over = lane / 4;
              int along = lane % 4 * 2;
              int first = at[8 * tile + (column ? along : over)] + 2 * (column ? over : along);
              int second = column ? at[8 * tile + along + 1] + 2 * over : first + 2;
              warp.registers[registers[tile] + lane] =
                  Bytes.load(warp.shared, first, 2, false)
                      | Bytes.load(warp.shared, second, 2, false) << 16;
            }
          }
        });
  }
}
