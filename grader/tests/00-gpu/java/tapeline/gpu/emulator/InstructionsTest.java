package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tapeline.gpu.Dim3;

/// Single instructions on chosen values, where they are easy to get wrong: each line of a table is
/// one.
class InstructionsTest {
  private static final String NARROW =
      """
      .visible .entry k(.param .u64 out, .param .u32 a, .param .u32 b)
      {
        .reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<6>; .reg .b64 %rd<6>;
        ld.param.u64 %rd1, [out];
        ld.param.u32 %r1, [a];
        ld.param.u32 %r2, [b];
        BODY
        st.global.u32 [%rd1], %r3;
        ret;
      }
      """;
  private static final String WIDE =
      """
      .visible .entry k(.param .u64 out, .param .u64 a, .param .u64 b)
      {
        .reg .b64 %rd<4>;
        ld.param.u64 %rd0, [out];
        ld.param.u64 %rd1, [a];
        ld.param.u64 %rd2, [b];
        BODY
        st.global.u64 [%rd0], %rd3;
        ret;
      }
      """;

  private static Stream<String> rows(String heading) {
    return Lab.rows("/instructions.txt")
        .dropWhile(row -> !row.equals(heading))
        .skip(1)
        .takeWhile(row -> row.contains(" | "));
  }

  static Stream<String> narrow() {
    return rows("32 bits");
  }

  @ParameterizedTest
  @MethodSource("narrow")
  void on_32_bits(String row) {
    String[] cells = row.split(" \\| ", -1);
    int a = (int) (long) Long.decode(cells[1]);
    int b = (int) (long) Long.decode(cells[2]);
    int found =
        Lab.ofPtx(NARROW.replace("BODY", cells[0]))
            .launch("k", Dim3.of(1), Dim3.of(1), 0, new int[1], a, b)
            .ints(0)[0];
    assertThat(found).isEqualTo((int) (long) Long.decode(cells[3]));
  }

  static Stream<String> wide() {
    return rows("64 bits");
  }

  @ParameterizedTest
  @MethodSource("wide")
  void on_64_bits(String row) {
    String[] cells = row.split(" \\| ", -1);
    long a = Long.parseUnsignedLong(cells[1], 16);
    long b = Long.parseUnsignedLong(cells[2], 16);
    byte[] result =
        (byte[])
            Lab.ofPtx(WIDE.replace("BODY", cells[0]))
                .launch("k", Dim3.of(1), Dim3.of(1), 0, new byte[8], a, b)
                .arrays()
                .getFirst();
    long found = ByteBuffer.wrap(result).order(ByteOrder.LITTLE_ENDIAN).getLong();
    long low = cells[3].length() == 8 ? found & 0xffffffffL : found;
    assertThat(Long.toHexString(low)).isEqualTo(cells[3]);
  }
}
