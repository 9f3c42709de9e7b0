package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.gpu.Dim3;

/// Programs made up at random: the compiler must do what the interpreter does, bit for bit.
class EnginesAgreeTest {
  private static final String[] INTS = {
    "add.s32",
    "sub.s32",
    "mul.lo.s32",
    "mul.hi.s32",
    "mul.hi.u32",
    "min.s32",
    "max.u32",
    "and.b32",
    "or.b32",
    "xor.b32",
    "shl.b32",
    "shr.s32",
    "shr.u32",
    "mul24.lo.s32",
    "bmsk.clamp.b32"
  };
  private static final String[] THREE_INTS = {
    "mad.lo.s32",
    "sad.u32",
    "prmt.b32",
    "bfe.s32",
    "bfe.u32",
    "shf.l.wrap.b32",
    "shf.r.clamp.b32",
    "dp4a.s32.u32",
    "mad.hi.u32"
  };
  private static final String[] ONE_INT = {
    "not.b32",
    "neg.s32",
    "abs.s32",
    "brev.b32",
    "popc.b32",
    "clz.b32",
    "bfind.u32",
    "cnot.b32",
    "cvt.s32.s8",
    "cvt.u32.u16",
    "cvt.sat.s8.s32"
  };
  private static final String[] FLOATS = {
    "add.f32",
    "sub.f32",
    "mul.f32",
    "div.rn.f32",
    "min.f32",
    "max.f32",
    "add.rm.f32",
    "mul.rz.f32",
    "add.ftz.f32",
    "mul.sat.f32",
    "copysign.f32"
  };
  private static final String[] ONE_FLOAT = {
    "neg.f32",
    "abs.f32",
    "sqrt.rn.f32",
    "rcp.rn.f32",
    "rsqrt.approx.f32",
    "ex2.approx.f32",
    "lg2.approx.ftz.f32",
    "cvt.rni.f32.f32",
    "cvt.rmi.f32.f32",
    "cvt.sat.f32.f32"
  };
  private static final String[] LONGS = {
    "add.s64", "sub.s64", "mul.lo.s64", "mul.hi.u64", "min.s64", "and.b64", "xor.b64"
  };
  private static final String[] DOUBLES = {
    "add.f64", "mul.f64", "sub.f64", "max.f64", "div.rn.f64"
  };
  private static final int REGISTERS = 12;

  private final StringBuilder body = new StringBuilder();
  private Random random = new Random(0);

  private String any(String... of) {
    return of[random.nextInt(of.length)];
  }

  private String r() {
    return random.nextInt(8) == 0
        ? String.valueOf(random.nextInt())
        : "%r" + random.nextInt(REGISTERS);
  }

  /// Registers hold bits: floats live in the same ones as integers.
  private String f() {
    return "%r" + random.nextInt(REGISTERS);
  }

  private String d() {
    return "%r" + random.nextInt(REGISTERS);
  }

  private String l() {
    return "%rd" + (4 + random.nextInt(6));
  }

  private String p() {
    return "%p" + random.nextInt(4);
  }

  @SuppressWarnings("AnnotateFormatMethod") // that annotation is no part of the course
  private void line(String format, Object... parts) {
    body.append("  ").append(format.formatted(parts)).append(";\n");
  }

  private void instruction(int depth) {
    String comparison = any("eq", "ne", "lt", "le", "gt", "ge");
    switch (random.nextInt(25)) {
      case 0, 1, 2 -> line("%s %s, %s, %s", any(INTS), d(), f(), r());
      case 3 -> line("%s %s, %s, %s, %s", any(THREE_INTS), d(), f(), f(), f());
      case 4 -> line("%s %s, %s", any(ONE_INT), d(), f());
      case 5, 6 -> line("%s %s, %s, %s", any(FLOATS), d(), f(), f());
      case 7 -> line("fma.%s.f32 %s, %s, %s, %s", any("rn", "rm", "rp", "rz"), d(), f(), f(), f());
      case 8 -> line("%s %s, %s", any(ONE_FLOAT), d(), f());
      case 9 -> line("%s %s, %s, %s", any(LONGS), l(), l(), l());
      case 10 -> line("%s %s, %s, %s", any(DOUBLES), l(), l(), l());
      case 11 -> line("setp.%s.%s %s, %s, %s", comparison, any("s32", "u32", "f32"), p(), f(), f());
      case 12 -> line("setp.%s.%s %s, %s, %s", comparison, any("s64", "u64", "f64"), p(), l(), l());
      case 13 -> line("selp.%s %s, %s, %s, %s", any("b32", "f32", "s32"), d(), f(), f(), p());
      case 14 -> line("%s.pred %s, %s, %s", any("and", "or", "xor"), p(), p(), p());
      case 15 ->
          line(
              "cvt%s %s, %s",
              any(".rn.f32.s32", ".rzi.s32.f32", ".rn.f32.u32", ".rni.u32.f32"), d(), f());
      case 16 ->
          line(
              "%s %s, %s",
              any("cvt.s64.s32", "cvt.u64.u32", "cvt.f64.f32", "cvt.rn.f64.s32"), l(), f());
      case 17 ->
          line(
              "%s %s, %s",
              any("cvt.u32.u64", "cvt.rn.f32.f64", "cvt.rzi.s32.f64", "popc.b64"), d(), l());
      case 18 -> line("mul.wide.%s %s, %s, %s", any("s32", "u32"), l(), f(), f());
      case 19 -> line("@%s%s %s %s, %s, %s", any("", "!"), p(), any(INTS), d(), f(), f());
      case 20 ->
          line(
              "shfl.sync.%s.b32 %s, %s, %d, 31, -1",
              any("bfly", "idx"), d(), f(), random.nextInt(32));
      case 21 ->
          line(
              "%s.%s %s, %s, %d",
              any("div", "rem"), any("s32", "u32"), d(), f(), 1 + random.nextInt(99));
      case 22 -> {
        String divisor = f();
        line("or.b32 %s, %s, 1", divisor, divisor);
        line("%s.%s %s, %s, %s", any("div", "rem"), any("s32", "u32"), d(), f(), divisor);
      }
      case 23 -> {
        String divisor = l();
        line("or.b64 %s, %s, 1", divisor, divisor);
        line("%s.%s %s, %s, %s", any("div", "rem"), any("s64", "u64"), l(), l(), divisor);
      }
      default -> branch(depth);
    }
  }

  private int labels;

  private void branch(int depth) {
    if (depth == 0) {
      line("mov.b32 %s, %s", d(), r());
      return;
    }
    int label = labels++;
    line("@%s bra $else%d", p(), label);
    for (int i = random.nextInt(8); i >= 0; i--) {
      instructionWithoutShuffle(depth - 1);
    }
    line("bra.uni $end%d", label);
    body.append("$else").append(label).append(":\n");
    for (int i = random.nextInt(8); i >= 0; i--) {
      instructionWithoutShuffle(depth - 1);
    }
    body.append("$end").append(label).append(":\n");
    line("mov.b32 %s, %s", d(), r());
  }

  /// Inside a branch not all lanes are there to exchange values.
  private void instructionWithoutShuffle(int depth) {
    int length = body.length();
    do {
      body.setLength(length);
      instruction(depth);
    } while (body.indexOf("shfl", length) >= 0);
  }

  private String program(int seed) {
    random = new Random(seed);
    for (int i = 0; i < REGISTERS; i++) {
      line("ld.global.%s %%r%d, [%%rd2+%d]", any("u32", "f32", "b32"), i, 128 * i);
    }
    for (int i = 4; i < 10; i++) {
      line(
          "mov.b64 %%rd%d, {%%r%d, %%r%d}",
          i, random.nextInt(REGISTERS), random.nextInt(REGISTERS));
    }
    for (int i = 0; i < 4; i++) {
      line("setp.lt.s32 %%p%d, %s, %s", i, f(), f());
    }
    for (int i = 0; i < 120; i++) {
      instruction(3);
    }
    for (int i = 0; i < REGISTERS; i++) {
      line("st.global.b32 [%%rd3+%d], %%r%d", 128 * i, i);
    }
    for (int i = 4; i < 10; i++) {
      line("cvt.u32.u64 %%r0, %%rd%d", i);
      line("st.global.u32 [%%rd3+%d], %%r0", 128 * (REGISTERS + i));
    }
    return """
    .visible .entry random(.param .u64 a, .param .u64 b)
    {
      .reg .pred %p<4>;
      .reg .b32 %r<13>;
      .reg .b64 %rd<10>;
      ld.param.u64 %rd0, [a];
      ld.param.u64 %rd3, [b];
      mov.u32 %r12, %tid.x;
      mul.wide.u32 %rd1, %r12, 4;
      add.s64 %rd2, %rd0, %rd1;
      add.s64 %rd3, %rd3, %rd1;
    """
        + body
        + "  ret;\n}\n";
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void on_random_programs(int seed) {
    String ptx = program(seed);
    int[] input = new Random(seed).ints(32 * REGISTERS).toArray();
    for (int i = 0; i < input.length; i += 2) { // half of them ordinary floats
      input[i] = Float.floatToRawIntBits(random.nextFloat() * 8 - 4);
    }
    Lab.ofPtx(ptx)
        .launch("random", Dim3.of(1), Dim3.of(32), 0, input, new int[32 * (REGISTERS + 10)]);
  }

  /// A warp that goes together, and parts in every other round.
  private static final String ROUNDS =
      """
      .visible .entry rounds(.param .u64 y)
      {
        .reg .pred %p<4>; .reg .b32 %r<10>; .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [y];
        mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd2, %r1, 4;
        add.s64 %rd3, %rd1, %rd2;
        mov.u32 %r2, 0;
        mov.u32 %r3, 0;
        setp.lt.u32 %p1, %r1, 32;
      ROUND:
        add.u32 %r2, %r2, 1; add.u32 %r3, %r3, %r2; add.u32 %r3, %r3, %r2; add.u32 %r3, %r3, %r2;
        add.u32 %r3, %r3, %r2; add.u32 %r3, %r3, %r2; add.u32 %r3, %r3, %r2; add.u32 %r3, %r3, %r2;
        @!%p1 bra SKIP;
        and.b32 %r4, %r1, %r2;
        and.b32 %r4, %r4, 1;
        setp.eq.u32 %p2, %r4, 1;
        @%p2 bra SKIP;
        add.u32 %r3, %r3, 5;
      SKIP:
        bar.warp.sync -1;
        setp.lt.u32 %p3, %r2, 9;
        @%p3 bra ROUND;
        mov.u32 %r5, %clock;
        st.global.u32 [%rd3], %r5;
        ret;
      }
      """;

  /// Which is the number of its jumps so far, and of its instructions in eights.
  @Test
  void on_the_clock_of_a_warp() {
    var clocks =
        Lab.ofPtx(ROUNDS).launch("rounds", Dim3.of(1), Dim3.of(32), 0, new int[32]).ints(0);
    assertThat(clocks).containsOnly(clocks[0]).doesNotContain(0);
  }
}
