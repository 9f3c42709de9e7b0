package tapeline.gpu.emulator.execute;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.gpu.emulator.memory.GlobalMemory;

/// Blocks run on several cores only where their order cannot be seen.
class BlockOrderTest {
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '~',
      value = {
        "red.global.add.u32 [%rd1], 1; ~ false",
        "red.global.add.u32 [%rd1], 1; red.global.add.u32 [%rd1+4], 2; ~ false",
        "red.global.add.f32 [%rd1], 0f3F800000; ~ true",
        "red.global.add.u32 [%rd1], 1; red.global.max.u32 [%rd1], 2; ~ true",
        "red.shared.add.u32 [%rd1], 1; red.shared.max.u32 [%rd1], 2; ~ false",
        "atom.global.add.u32 %r1, [%rd1], 1; ~ false",
        "atom.global.add.u32 %r1, [%rd1], 1; st.global.u32 [%rd1+4], %r1; ~ true",
        "ld.volatile.global.u32 %r1, [%rd1]; ~ true",
        "ld.volatile.u32 %r1, [%rd1]; ~ true",
        "cvta.shared.u64 %rd2, %rd1; add.s64 %rd3, %rd2, 4; ld.volatile.u32 %r1, [%rd3]; ~ false",
        "cvta.shared.u64 %rd2, %rd1; mov.u64 %rd2, %rd1; ld.volatile.u32 %r1, [%rd2]; ~ true",
        "cvta.shared.u64 %rd2, %rd1; sub.s64 %rd3, %rd1, %rd2; ld.volatile.u32 %r1, [%rd3]; ~ true"
      })
  void matters(String instructions, boolean expected) {
    String ptx =
        """
        .version 7.0
        .target sm_75
        .address_size 64
        .visible .entry k(.param .u64 out)
        {
          .reg .b32 %r<2>; .reg .b64 %rd<4>;
          ld.param.u64 %rd1, [out];
          BODY
          ret;
        }
        """
            .replace("BODY", instructions);
    var text = LoadedText.of(ptx);
    var program = new LoadedModule(text, new GlobalMemory(1 << 20), (_, _) -> {});
    assertThat(BlockOrder.matters(program, program.kernel("k")))
        .as("a block may find another value there than on another day")
        .isEqualTo(expected);
  }
}
