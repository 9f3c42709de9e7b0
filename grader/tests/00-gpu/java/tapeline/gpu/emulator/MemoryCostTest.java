package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tapeline.gpu.Dim3;

/// The cost of one request of a warp, against what can be counted on paper, where lane t asks for
/// the bytes from `offset + t · stride` on, and against what a card counted.
class MemoryCostTest {
  /// @param instruction with `%r0` for values and `AT` for the address
  private static LineReport cost(String instruction, int stride, int offset) {
    String ptx =
        """
        .visible .entry k(.param .u64 x, .param .u32 stride, .param .u32 offset)
        {
          .reg .pred %p<2>; .reg .b32 %r<8>; .reg .b64 %rd<4>;
          .shared .align 16 .b8 s[8192];
          ld.param.u64 %rd1, [x];
          ld.param.u32 %r1, [stride];
          ld.param.u32 %r2, [offset];
          mov.u32 %r0, %tid.x;
          setp.lt.u32 %p1, %r0, 8;
          mad.lo.u32 %r3, %r0, %r1, %r2;
          cvt.u64.u32 %rd2, %r3;
          add.s64 %rd1, %rd1, %rd2;
          mov.u32 %r4, s;
          add.s32 %r4, %r4, %r3;
          INSTRUCTION
          ret;
        }
        """
            .replace("INSTRUCTION", instruction);
    return Lab.ofPtx(ptx)
        .flawed() // shared memory is read as it is found
        .launch("k", Dim3.of(1), Dim3.of(32), 0, new byte[8192], stride, offset)
        .report()
        .total();
  }

  static Stream<String> counted() {
    return Lab.rows("/requests.txt");
  }

  @ParameterizedTest
  @MethodSource("counted")
  void of_one_request(String row) {
    String[] cells = row.split(" \\| ", -1);
    var cost = cost(cells[0], Integer.parseInt(cells[1]), Integer.parseInt(cells[2]));
    boolean shared = cells[0].contains(".shared");
    assertThat(cost.requests()).isEqualTo(shared ? 0 : 1);
    assertThat(cost.sharedRequests()).isEqualTo(shared ? 1 : 0);
    assertThat(shared ? cost.wavefronts() : cost.sectors()).isEqualTo(Long.parseLong(cells[3]));
    assertThat(shared ? cost.idealWavefronts() : cost.idealSectors())
        .isEqualTo(Long.parseLong(cells[4]));
  }

  static IntStream strides() {
    return IntStream.rangeClosed(1, 33);
  }

  @ParameterizedTest
  @MethodSource("strides")
  void words_at_a_stride_meet_in_as_many_banks_as_it_shares_factors_with_32(int words) {
    int conflicts = Math.min(32, Integer.lowestOneBit(words));
    assertThat(cost("ld.shared.u32 %r0, [%r4];", 4 * words, 0).wavefronts()).isEqualTo(conflicts);
    assertThat(cost("st.shared.u32 [%r4], %r0;", 4 * words, 4).wavefronts()).isEqualTo(conflicts);
  }

  @Test
  void a_guarded_instruction_is_work_of_the_lanes_that_it_lets_through() {
    long without = cost("", 4, 0).lanes();
    assertThat(cost("add.f32 %r0, %r0, %r0;", 4, 0).lanes() - without).isEqualTo(32);
    var guarded = cost("@%p1 add.f32 %r0, %r0, %r0;", 4, 0);
    assertThat(guarded.lanes() - without).as("lanes 0 to 7").isEqualTo(8);
    assertThat(guarded.flops()).isEqualTo(8);
    assertThat(cost("@!%p1 add.f32 %r0, %r0, %r0;", 4, 0).flops()).isEqualTo(24);
  }

  @Test
  void a_fused_multiply_add_is_two_operations_of_each_lane() {
    assertThat(cost("fma.rn.f32 %r0, %r0, %r0, %r0;", 4, 0).flops()).isEqualTo(64);
  }

  @Test
  void a_branch_is_everybodys_and_what_it_skips_is_not() {
    var cost = cost("@%p1 bra $END; add.f32 %r0, %r0, %r0; $END:", 4, 0);
    assertThat(cost.branches()).isEqualTo(1);
    assertThat(cost.divergences()).isEqualTo(1);
    assertThat(cost.flops()).isEqualTo(24);
    assertThat(cost("setp.lt.u32 %p1, %r0, 32; @%p1 bra $END; $END:", 4, 0).divergences())
        .as("all lanes go the same way")
        .isZero();
  }

  static Stream<String> measured() {
    return Lab.rows("/shared-wavefronts.txt");
  }

  /// A request at any address for each lane; a lane whose address is negative takes no part.
  @ParameterizedTest
  @MethodSource
  void measured(String line) {
    String[] words = line.split(" ", -1);
    int bytes = Integer.parseInt(words[1]);
    int[] at =
        Stream.of(words[3].split(",", -1))
            .mapToInt(e -> e.equals("-") ? -1 : bytes * Integer.parseInt(e))
            .toArray();
    String vector = bytes == 4 ? "" : ".v" + bytes / 4;
    String values = bytes == 4 ? "%r1" : bytes == 8 ? "{%r1,%r2}" : "{%r1,%r2,%r3,%r4}";
    String access =
        words[0].equals("ld")
            ? "ld.shared%s.u32 %s, [%%r6];".formatted(vector, values)
            : "st.shared%s.u32 [%%r6], %s;".formatted(vector, values);
    String ptx =
        """
        .visible .entry k(.param .u64 x)
        {
          .reg .pred %p<2>; .reg .b32 %r<8>; .reg .b64 %rd<4>;
          .shared .align 16 .b8 s[16384];
          ld.param.u64 %rd1, [x];
          mov.u32 %r0, %tid.x;
          mul.wide.u32 %rd2, %r0, 4;
          add.s64 %rd1, %rd1, %rd2;
          ld.global.u32 %r5, [%rd1];
          setp.ge.s32 %p1, %r5, 0;
          mov.u32 %r6, s;
          add.s32 %r6, %r6, %r5;
          mov.u32 %r1, 0; mov.u32 %r2, 0; mov.u32 %r3, 0; mov.u32 %r4, 0;
          @%p1 INSTRUCTION
          ret;
        }
        """
            .replace("INSTRUCTION", access);
    var cost = Lab.ofPtx(ptx).flawed().launch("k", Dim3.of(1), Dim3.of(32), 0, at).report().total();
    assertThat(cost.wavefronts()).isEqualTo(Integer.parseInt(words[2]));
  }

  /// Requests at random, many of them the one before but for a shift, a lane or who takes part.
  private static int[] requests(int n, int bytes) {
    var random = new Random(bytes);
    var at = new int[32 * n];
    for (int i = 0; i < at.length; i++) {
      at[i] = bytes * random.nextInt(i < 32 ? 2000 / bytes : 1 + 200 / bytes);
    }
    int[] shifts = {0, bytes, 2 * bytes, 4, 32, 128};
    for (int request = 1; request < n; request++) {
      if (random.nextInt(8) > 0) {
        System.arraycopy(at, 32 * request - 32, at, 32 * request, 32);
        int shift = Math.max(bytes, shifts[random.nextInt(6)]) * (random.nextInt(6) > 0 ? 1 : 0);
        for (int i = 32 * request; i < 32 * request + 32; i++) {
          at[i] += at[i] < 0 ? 0 : shift;
        }
        int lane = 32 * request + request % 32;
        switch (random.nextInt(6)) {
          case 0 -> Arrays.fill(at, lane & ~7, (lane & ~7) + 8, -1);
          case 1, 2 -> at[lane] = bytes * random.nextInt(2000 / bytes);
          default -> {}
        }
      }
    }
    return at;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "1 ~ ld.shared.u8 %r1, [%r6];",
        "4 ~ ld.shared.u32 %r1, [%r6];",
        "8 ~ ld.shared.v2.u32 {%r1,%r2}, [%r6];",
        "16 ~ ld.shared.v4.u32 {%r1,%r2,%r3,%r4}, [%r6];",
        "4 ~ red.shared.add.u32 [%r6], 1;",
        "1 ~ ld.global.u8 %r1, [%rd3];",
        "4 ~ ld.global.u32 %r1, [%rd3];",
        "16 ~ ld.global.v4.u32 {%r1,%r2,%r3,%r4}, [%rd3];",
      })
  void requests_of_one_instruction_cost_what_they_cost_as_many(int bytes, String access) {
    int n = 200;
    String body =
        """
          ld.global.u32 %r5, [%rd1];
          add.s64 %rd1, %rd1, 128;
          setp.ge.s32 %p1, %r5, 0;
          add.s32 %r6, %r7, %r5;
          cvt.s64.s32 %rd3, %r5;
          add.s64 %rd3, %rd3, %rd4;
          @%p1 ACCESS
        """
            .replace("ACCESS", access);
    String ptx =
        """
        .visible .entry k(.param .u64 x, .param .u64 y)
        {
          .reg .pred %p<3>; .reg .b32 %r<10>; .reg .b64 %rd<5>;
          .shared .align 16 .b8 s[32768];
          ld.param.u64 %rd1, [x];
          ld.param.u64 %rd4, [y];
          mov.u32 %r0, %tid.x;
          mul.wide.u32 %rd2, %r0, 4;
          add.s64 %rd1, %rd1, %rd2;
          mov.u32 %r7, s;
          mov.u32 %r8, 0;
          BODY
          ret;
        }
        """;
    String loop =
        "$L: %s add.s32 %%r8, %%r8, 1; setp.lt.s32 %%p2, %%r8, %d; @%%p2 bra $L;"
            .formatted(body, n);
    Object[] arguments = {requests(n, bytes), new byte[32768]};
    var costs = new ArrayList<List<Long>>();
    for (String text : List.of(loop, body.repeat(n))) {
      var cost =
          Lab.ofPtx(ptx.replace("BODY", text))
              .flawed()
              .launch("k", Dim3.of(1), Dim3.of(32), 0, arguments)
              .report()
              .total();
      costs.add(
          List.of(
              cost.requests(),
              cost.sectors(),
              cost.idealSectors(),
              cost.sharedRequests(),
              cost.wavefronts(),
              cost.idealWavefronts()));
    }
    assertThat(costs.getFirst()).as("in a loop, and unrolled").isEqualTo(costs.getLast());
  }

  @Test
  void loads_at_one_base_cost_what_their_own_addresses_do() {
    var cost = cost("ld.global.u32 %r5, [%rd1]; ld.global.u32 %r6, [%rd1+4];", 4, 0);
    assertThat(cost.sectors()).isEqualTo(4 + 5);
  }

  @Test
  void of_requests_that_cost_as_much_the_first_is_shown() {
    String ptx =
        """
        .file 1 "k.cu"
        .visible .entry k(.param .u64 x)
        {
          .reg .pred %p<2>; .reg .b32 %r<4>; .reg .b64 %rd<4>;
          ld.param.u64 %rd1, [x];
          mov.u32 %r1, %tid.x;
          mul.wide.u32 %rd2, %r1, 4;
          add.s64 %rd2, %rd2, %rd1;
          add.s64 %rd3, %rd2, 16;
        $L:
          .loc 1 7 1
          ld.global.u32 %r2, [%rd3];
          .loc 1 8 1
          sub.s64 %rd3, %rd3, 12;
          setp.gt.u64 %p1, %rd3, %rd2;
          @%p1 bra $L;
          ret;
        }
        """;
    var run = Lab.ofPtx(ptx).launch("k", Dim3.of(1), Dim3.of(32), 0, new int[64]);
    assertThat(run.report().line(7).orElseThrow().sectors()).as("5 each").isEqualTo(10);
    var pattern = run.report().patterns(7).getFirst();
    assertThat(pattern.lowest() % 32)
        .as("from the fifth word on, not from the second")
        .isEqualTo(16);
  }
}
