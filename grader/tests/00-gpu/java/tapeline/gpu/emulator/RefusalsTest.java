package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tapeline.gpu.Dim3;
import tapeline.gpu.ptx.PtxException;

/// Instructions that a card has not, or the emulator: each line of a table is one.
class RefusalsTest {
  private static final String KERNEL =
      """
      .version 7.8
      .target TARGET
      .address_size 64
      .file 1 "refused.cu"
      .visible .entry k()
      {
        .reg .pred %p<4>; .reg .b16 %h<6>; .reg .b32 %r<12>; .reg .f32 %f<3>; .reg .b64 %rd<6>;
        .loc 1 1 1
        INSTRUCTION;
        ret;
      }
      """;

  static Stream<String> instructions() {
    return Lab.rows("/refusals.txt");
  }

  @ParameterizedTest
  @MethodSource("instructions")
  void an_instruction_is_refused_in_words_at_its_line(String line) {
    String[] cells = line.split(" \\| ", 3);
    String ptx = KERNEL.replace("TARGET", cells[0]).replace("INSTRUCTION", cells[1]);
    assertThatThrownBy(() -> Lab.ofPtx(ptx).launch("k", Dim3.of(1), Dim3.of(32), 0))
        .isInstanceOf(PtxException.class)
        .hasMessageContaining("refused.cu:1")
        .hasMessageContaining(cells[1].split(" ", 2)[0])
        .hasMessageContaining(cells[2]);
  }
}
