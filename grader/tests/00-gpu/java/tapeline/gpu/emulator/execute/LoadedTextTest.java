package tapeline.gpu.emulator.execute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.gpu.emulator.memory.GlobalMemory;

class LoadedTextTest {
  private static final CodeVariant PLAIN = new CodeVariant(false, false, false);

  private static final String VARIABLE = ".global .u32 seen;";

  private static final String REFUSED =
      ".visible .entry odd() { wgmma.mma_async.m64n8k8 %r1, %r2; }";

  private final GlobalMemory memory = new GlobalMemory(1 << 20);

  @Test
  void a_text_that_is_loaded_again_finds_its_functions_decoded() {
    assertThat(code("", new GlobalMemory(1 << 20))).isSameAs(code("", memory));
  }

  @Test
  void code_knows_the_addresses_of_one_device() {
    assertThat(code(VARIABLE, memory))
        .as("the variable of the second module lies elsewhere")
        .isNotSameAs(code(VARIABLE, memory));
  }

  @Test
  void code_is_of_one_kernel_function_and_variant() {
    var compiled = new CodeVariant(true, false, false);
    var twice = ".visible .entry l() { ret; } .func f() { ret; }";
    var codes =
        List.of(
            code(twice, new GlobalMemory(1 << 20), "k", "f", PLAIN),
            code(twice, new GlobalMemory(1 << 20), "l", "f", PLAIN),
            code(twice, new GlobalMemory(1 << 20), "k", "k", PLAIN),
            code(twice, new GlobalMemory(1 << 20), "k", "f", compiled));
    assertThat(codes).doesNotHaveDuplicates();
  }

  @Test
  void a_text_with_a_function_that_is_refused_is_parsed_again() {
    var text = LoadedText.of(ptx(REFUSED));
    assertThat(text.module().refused()).isNotEmpty();
    assertThat(LoadedText.of(ptx(REFUSED))).isNotSameAs(text);
  }

  @Test
  void the_texts_that_were_loaded_last_are_kept() {
    var first = LoadedText.of(ptx("// first"));
    var second = LoadedText.of(ptx("// second"));
    for (int i = 2; i < 17; i++) {
      LoadedText.of(ptx("// first"));
      LoadedText.of(ptx("// number " + i));
    }
    assertThat(LoadedText.of(ptx("// first"))).as("asked for all the time").isSameAs(first);
    assertThat(LoadedText.of(ptx("// second"))).as("16 others since").isNotSameAs(second);
  }

  private static Code code(String beside, GlobalMemory memory) {
    return code(beside, memory, "k", "k", PLAIN);
  }

  private static Code code(
      String beside, GlobalMemory memory, String kernel, String function, CodeVariant variant) {
    var program = new LoadedModule(LoadedText.of(ptx(beside)), memory, (_, _) -> {});
    return program.code(program.kernel(kernel), function, variant);
  }

  private static String ptx(String beside) {
    return """
    .version 7.0
    .target sm_75
    .address_size 64
    BESIDE
    .visible .entry k()
    {
      ret;
    }
    """
        .replace("BESIDE", beside);
  }
}
