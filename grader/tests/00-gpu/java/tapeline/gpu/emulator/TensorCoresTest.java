package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.fault.FaultKind;

/// Products of matrices by a warp. Buffers a, b and c hold what a test needs, d what it looks at.
class TensorCoresTest {
  /// Lane l has word l of a to c at %rd1 to %rd3, and of d at %rd4; %rd5 to %rd8 are their begins.
  private static String ptx(String body) {
    return """
    .version 7.0
    .target sm_80
    .address_size 64
    .file 1 "tensor.cu"
    .visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d)
    {
      .reg .pred %p<2>; .reg .b32 %r<48>; .reg .b64 %rd<12>;
      .shared .align 32 .b8 s[4096];
      ld.param.u64 %rd5, [a]; ld.param.u64 %rd6, [b]; ld.param.u64 %rd7, [c]; ld.param.u64 %rd8, [d];
      mov.u32 %r40, %tid.x; mul.wide.u32 %rd9, %r40, 4; shl.b32 %r41, %r40, 2;
      add.s64 %rd1, %rd5, %rd9; add.s64 %rd2, %rd6, %rd9; add.s64 %rd3, %rd7, %rd9; add.s64 %rd4, %rd8, %rd9;
      mov.u32 %r42, s; add.s32 %r43, %r42, %r41;
    BODY
      ret;
    }
    """
        .replace("BODY", Lab.numbered(body));
  }

  private static Lab.Outcome launch(int threads, String body, int[]... buffers) {
    var arguments = new Object[] {new int[512], new int[512], new int[512], new int[1024]};
    System.arraycopy(buffers, 0, arguments, 0, buffers.length);
    return Lab.ofPtx(ptx(body)).launch("k", Dim3.of(1), Dim3.of(threads), 0, arguments);
  }

  private static Lab.Outcome run(String body, int[]... buffers) {
    return launch(32, body, buffers);
  }

  private static String registers(int first, int count) {
    return IntStream.range(first, first + count)
        .mapToObj(i -> "%r" + i)
        .collect(Collectors.joining(",", "{", "}"));
  }

  /// Registers from `first` on, from a buffer of a row of 32 words each, or to it.
  private static String rows(String move, int first, int count, int address) {
    return IntStream.range(0, count)
        .mapToObj(i -> {
          String place = "[%%rd%d+%d]".formatted(address, 128 * i);
          String register = "%r" + (first + i);
          return move.startsWith("ld")
              ? "%s %s, %s;\n".formatted(move, register, place)
              : "%s %s, %s;\n".formatted(move, place, register);
        })
        .collect(Collectors.joining());
  }

  private static int bits(String type, double value) {
    return switch (type) {
      case "f32" -> Float.floatToRawIntBits((float) value);
      case "f16" -> Float.floatToFloat16((float) value) & 0xffff;
      case "tf32" -> Float.floatToRawIntBits((float) value) | 0x1fff; // 13 bits count for nothing
      default -> Float.floatToRawIntBits((float) value) >>> 16; // few bits: nothing is lost
    };
  }

  private static double number(String type, int bits) {
    return switch (type) {
      case "f32" -> Float.intBitsToFloat(bits);
      case "f16" -> Float.float16ToFloat((short) bits);
      default -> Float.intBitsToFloat(bits << 16);
    };
  }

  /// Numbers of which sums and products are exact in every type.
  private static double[][] matrix(int rows, int columns, int seed) {
    var random = new Random(seed);
    var matrix = new double[rows][columns];
    for (var row : matrix) {
      for (int j = 0; j < columns; j++) {
        row[j] = (random.nextInt(9) - 4) / 4.0;
      }
    }
    return matrix;
  }

  private static double[][] product(double[][] a, double[][] b, double[][] c) {
    var d = new double[a.length][b[0].length];
    for (int i = 0; i < d.length; i++) {
      for (int j = 0; j < d[0].length; j++) {
        d[i][j] = c[i][j];
        for (int k = 0; k < b.length; k++) {
          d[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return d;
  }

  /// The row and the column of element i of a lane, in the words of the PTX ISA.
  private interface Layout {
    int[] place(int group, int threadInGroup, int i);
  }

  private static final Layout A =
      (group, thread, i) ->
          new int[] {
            i < 2 || (4 <= i && i < 6) ? group : group + 8,
            i < 4 ? thread * 2 + (i & 1) : thread * 2 + (i & 1) + 8
          };
  private static final Layout B =
      (group, thread, i) ->
          new int[] {i < 2 ? thread * 2 + (i & 1) : thread * 2 + (i & 1) + 8, group};
  private static final Layout A_TF32 =
      (group, thread, i) -> new int[] {i % 2 == 0 ? group : group + 8, i < 2 ? thread : thread + 4};
  private static final Layout B_TF32 =
      (group, thread, i) -> new int[] {i == 0 ? thread : thread + 4, group};
  private static final Layout C =
      (group, thread, i) -> new int[] {i < 2 ? group : group + 8, thread * 2 + (i & 1)};

  private static int inRegister(String type) {
    return type.endsWith("32") ? 1 : 2;
  }

  private static int[] words(double[][] matrix, Layout layout, String type) {
    int elements = matrix.length * matrix[0].length / 32;
    int each = inRegister(type);
    var words = new int[512];
    for (int lane = 0; lane < 32; lane++) {
      for (int i = 0; i < elements; i++) {
        int[] at = layout.place(lane >> 2, lane % 4, i);
        words[32 * (i / each) + lane] |= bits(type, matrix[at[0]][at[1]]) << (16 * (i % each));
      }
    }
    return words;
  }

  @ParameterizedTest
  @CsvSource({
    "m16n8k16, 16, f16, f32", "m16n8k16, 16, f16, f16", "m16n8k16, 16, bf16, f32",
    "m16n8k8, 8, f16, f32", "m16n8k8, 8, f16, f16", "m16n8k8, 8, bf16, f32",
    "m16n8k8, 8, tf32, f32", "m16n8k4, 4, tf32, f32"
  })
  void mma_multiplies_fragments_as_the_isa_lays_them_out(
      String shape, int k, String factors, String sums) {
    var a = matrix(16, k, 1);
    var b = matrix(k, 8, 2);
    var c = matrix(16, 8, 3);
    boolean tf32 = factors.equals("tf32");
    int ra = 16 * k / 32 / inRegister(factors);
    int rb = k * 8 / 32 / inRegister(factors);
    int rc = sums.equals("f32") ? 4 : 2;
    String multiply =
        "mma.sync.aligned.%s.row.col.%s.%s.%s.%s %s, %s, %s, %s;\n"
            .formatted(
                shape,
                sums,
                factors,
                factors,
                sums,
                registers(20, rc),
                registers(0, ra),
                registers(8, rb),
                registers(12, rc));
    var ran =
        run(
            rows("ld.global.b32", 0, ra, 1)
                + rows("ld.global.b32", 8, rb, 2)
                + rows("ld.global.b32", 12, rc, 3)
                + multiply
                + rows("st.global.b32", 20, rc, 4),
            words(a, tf32 ? A_TF32 : A, factors),
            words(b, tf32 ? B_TF32 : B, factors),
            words(c, C, sums));
    int[] expected = words(product(a, b, c), C, sums);
    for (int i = 0; i < 32 * rc; i++) {
      assertThat(ran.ints(3)[i])
          .as("register %d of lane %d", i / 32, i % 32)
          .isEqualTo(expected[i]);
    }
    assertThat(ran.report().total().tensorFlops()).isEqualTo(2L * 16 * 8 * k);
    assertThat(ran.report().total().flops()).isEqualTo(2L * 16 * 8 * k);
    assertThat(ran.report().toString()).contains("of them on tensor cores");
  }

  @ParameterizedTest
  @CsvSource({
    "3F801000, 3F802000",
    "BF800FFF, BF800000",
    "FF7FF000, FF800000",
    "7FC00001, 7FFFFFFF"
  })
  void tf32_is_rounded_to_nearest_and_away_from_zero(String given, String rounded) {
    var ran =
        run(
            "ld.global.b32 %r0, [%rd1];\ncvt.rna.tf32.f32 %r1, %r0;\nst.global.b32 [%rd4], %r1;\n",
            IntStream.generate(() -> Integer.parseUnsignedInt(given, 16)).limit(32).toArray());
    assertThat(ran.ints(3)[31]).isEqualTo(Integer.parseUnsignedInt(rounded, 16));
  }

  @Test
  void sums_are_rounded_once() {
    var a = new double[16][16];
    var b = new double[16][8];
    a[3][0] = 2048;
    a[3][1] = a[3][2] = 1;
    b[0][5] = b[1][5] = b[2][5] = 1;
    String multiply =
        rows("ld.global.b32", 0, 4, 1)
            + rows("ld.global.b32", 4, 2, 2)
            + "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r20,%r21}, {%r0,%r1,%r2,%r3}, {%r4,%r5}, {%r30,%r30};\n"
            + rows("st.global.b32", 20, 2, 4);
    var ran = run("mov.u32 %r30, 0;\n" + multiply, words(a, A, "f16"), words(b, B, "f16"));
    assertThat(number("f16", ran.ints(3)[4 * 3 + 2] >>> 16)).as("2048 + 1 + 1").isEqualTo(2050);
  }

  @ParameterizedTest
  @CsvSource({
    "m16n16k16, 16, 16, 16, f16, f32, row, col",
    "m16n16k16, 16, 16, 16, f16, f16, col, row",
    "m32n8k16, 32, 8, 16, f16, f32, row, row",
    "m8n32k16, 8, 32, 16, f16, f16, col, col",
    "m16n16k16, 16, 16, 16, bf16, f32, col, row",
    "m16n16k8, 16, 16, 8, tf32, f32, row, col",
    "m16n16k8, 16, 16, 8, tf32, f32, col, row"
  })
  void wmma_takes_matrices_from_memory_and_back(
      String shape, int m, int n, int k, String factors, String sums, String ofA, String ofB) {
    var a = matrix(m, k, 4);
    var b = matrix(k, n, 5);
    var c = matrix(m, n, 6);
    int rf = factors.equals("f16") ? 8 : 4;
    int rs = sums.equals("f32") ? 8 : 4;
    String types = factors.equals("f16") ? sums + "." + sums : "f32.F.F.f32".replace("F", factors);
    String body =
        """
        wmma.load.a.sync.aligned.%s.SHAPE.global.%s %s, [%%rd5], 40;
        wmma.load.b.sync.aligned.%s.SHAPE.global.%s %s, [%%rd6], 48;
        wmma.load.c.sync.aligned.col.SHAPE.%s %s, [%%rd7], 32;
        wmma.mma.sync.aligned.%s.%s.SHAPE.%s %s, %s, %s, %s;
        wmma.store.d.sync.aligned.row.SHAPE.global.%s [%%rd8], %s, 32;
        """
            .formatted(
                ofA,
                factors,
                registers(0, rf),
                ofB,
                factors,
                registers(8, rf),
                sums,
                registers(16, rs),
                ofA,
                ofB,
                types,
                registers(16, rs),
                registers(0, rf),
                registers(8, rf),
                registers(16, rs),
                sums,
                registers(16, rs))
            .replace("SHAPE", shape);
    var ran =
        run(
            body,
            memory(a, ofA.equals("row"), 40, factors),
            memory(b, ofB.equals("row"), 48, factors),
            memory(c, false, 32, sums));
    var d = product(a, b, c);
    int[] expected = memory(d, true, 32, sums);
    for (int i = 0; i < expected.length; i++) {
      assertThat(ran.ints(3)[i]).as("word %d of D", i).isEqualTo(expected[i]);
    }
    assertThat(ran.report().total().tensorFlops()).isEqualTo(2L * m * n * k);
  }

  /// The words of a matrix with a leading dimension.
  private static int[] memory(double[][] matrix, boolean byRow, int leading, String type) {
    int each = inRegister(type);
    var words = new int[1024];
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < matrix[0].length; j++) {
        int at = byRow ? i * leading + j : j * leading + i;
        words[at / each] |= bits(type, matrix[i][j]) << (16 * (at % each));
      }
    }
    return words;
  }

  @ParameterizedTest
  @CsvSource({"1, ''", "2, ''", "4, ''", "1, .trans", "2, .trans", "4, .trans"})
  void ldmatrix_hands_out_rows_or_columns(int tiles, String trans) {
    // row r of tile t lies at 16·(8·t + r), and lane 8·t + r says so
    var body =
        IntStream.range(0, 4)
                .mapToObj(i ->
                    """
                    ld.global.u32 %%r0, [%%rd1+%1$d];
                    st.shared.u32 [%%r43+%1$d], %%r0;
                    """
                        .formatted(128 * i))
                .collect(Collectors.joining())
            + """
            bar.sync 0;
            shl.b32 %%r44, %%r40, 4;
            add.s32 %%r44, %%r42, %%r44;
            ldmatrix.sync.aligned.m8n8.x%d%s.shared.b16 %s, [%%r44];
            """
                .formatted(tiles, trans, registers(0, tiles))
            + rows("st.global.b32", 0, tiles, 4);
    int[] numbers = IntStream.range(0, 512).map(i -> 2 * i | (2 * i + 1) << 16).toArray();
    var ran = run(body, numbers);
    for (int t = 0; t < tiles; t++) {
      for (int lane = 0; lane < 32; lane++) {
        int first =
            64 * t
                + (trans.isEmpty() ? 8 * (lane / 4) + 2 * (lane % 4) : 16 * (lane % 4) + lane / 4);
        int second = first + (trans.isEmpty() ? 1 : 8);
        assertThat(ran.ints(3)[32 * t + lane])
            .as("tile %d, lane %d", t, lane)
            .isEqualTo(first | second << 16);
      }
    }
    var line = ran.report().line(12).orElseThrow();
    assertThat(line.sharedRequests()).isEqualTo(1);
    assertThat(line.wavefronts()).as("128 bytes a tile").isEqualTo(tiles);
  }

  @Test
  void rows_of_fragments_are_counted_in_sectors() {
    String load = "wmma.load.%s.sync.aligned.%s.m16n16k16.global.f16 %s, [%%rd5], 16;\n";
    var ran =
        run(
            load.formatted("a", "row", registers(0, 8))
                + load.formatted("a", "col", registers(0, 8)));
    assertThat(ran.report().line(1).orElseThrow())
        .matches(l -> l.requests() == 4 && l.sectors() == 32, "pairs: 8 rows each");
    assertThat(ran.report().line(2).orElseThrow())
        .matches(l -> l.requests() == 8 && l.sectors() == 32, "single numbers: 4 columns each");
    assertThat(ran.report().loads().sectors()).isEqualTo(64);
  }

  private static final String LOAD =
      "wmma.load.a.sync.aligned.row.m16n16k16.%s.f16 {%%r0,%%r1,%%r2,%%r3,%%r4,%%r5,%%r6,%%r7}, [%s], %s;\n";

  @Test
  void the_whole_warp_has_to_be_there() {
    String load = LOAD.formatted("global", "%rd5", 16);
    assertThatThrownBy(() -> run("setp.lt.u32 %p1, %r40, 20;\n@%p1 " + load))
        .isInstanceOf(KernelFault.class)
        .hasMessageContaining("tensor.cu:2: misuse of an instruction of the whole warp")
        .hasMessageContaining("only 20 of 32 lanes get here, in warp 0");
    assertThatThrownBy(() -> launch(48, load)).hasMessageContaining("only 16 of 32 lanes");
    assertThatThrownBy(() ->
            run(
                "setp.ne.u32 %p1, %r40, 5;\n@%p1 bra $IN;\nret;\n$IN: ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%r42];"))
        .hasMessageContaining("only 31 of 32 lanes");
    run("setp.gt.u32 %p1, %r40, 40;\n@%p1 " + load);
  }

  @Test
  void addresses_are_aligned_and_alike() {
    assertThatThrownBy(() ->
            run("add.s32 %r44, %r42, 8;\nldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%r44];"))
        .isInstanceOf(KernelFault.class)
        .hasMessageContaining("tensor.cu:2: misaligned access")
        .hasMessageContaining("the 16-byte access must be at a multiple of 16, got byte 8");
    assertThatThrownBy(() -> run(LOAD.formatted("global", "%rd5+16", 16)))
        .hasMessageContaining("a fragment begins at a multiple of 32 bytes");
    assertThatThrownBy(() -> run(LOAD.formatted("global", "%rd5", 17)))
        .hasMessageContaining("a leading dimension is a multiple of 8, got 17");
    assertThatThrownBy(() ->
            run(
                "shl.b32 %r44, %r41, 3;\nadd.s32 %r44, %r44, %r42;\n"
                    + LOAD.formatted("shared", "%r44", 16)))
        .hasMessageContaining("lane 1 passes another address than lane 0");
    assertThatThrownBy(() -> run(LOAD.formatted("global", "%rd5+1024", 72)))
        .hasMessageContaining("out of bounds");
  }

  @Test
  void what_others_store_is_ordered_by_a_barrier() {
    String fill = "st.shared.u32 [%r43], 0;\n";
    String read = "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%r42];\n";
    var body = fill + read;
    var findings =
        Lab.ofPtx(ptx(body))
            .flawed()
            .launch("k", Dim3.of(1), Dim3.of(32), 0, new int[1], new int[1], new int[1], new int[1])
            .report()
            .findings();
    assertThat(findings).extracting(f -> f.kind()).containsExactly(FaultKind.WARP_RACE);
    assertThat(findings.getFirst().source().line()).isEqualTo(2);
    run(fill + "bar.warp.sync -1;\n" + read);
    var unwritten =
        Lab.ofPtx(ptx(LOAD.formatted("shared", "%r42", 16)))
            .flawed()
            .launch("k", Dim3.of(1), Dim3.of(32), 0, new int[1], new int[1], new int[1], new int[1])
            .report()
            .findings();
    assertThat(unwritten).extracting(f -> f.kind()).containsExactly(FaultKind.SHARED_UNINITIALISED);
  }
}
