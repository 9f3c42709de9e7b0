package tapeline.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KernelSignatureTest {
  @Test
  void kernels_are_found_by_their_own_lines() {
    var found =
        KernelSignature.of(
            """
            // .entry remark(
            .func helper(.param .u64 x) { ret; }
            .visible .entry one(
            	.param .u64 x, // .entry again(
            	.param .align 8 .b8 s[12]
            )
            { ret; }
            .weak .entry two() { ret; }
            .entry three { ret; }
            """);
    assertThat(found.keySet()).containsExactly("one", "two", "three");
    assertThat(found.get("one")).hasToString("one(u64, b8)");
    assertThat(found.get("three")).hasToString("three()");
  }
}
