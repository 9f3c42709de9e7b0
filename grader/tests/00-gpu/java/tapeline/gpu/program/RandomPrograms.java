package tapeline.gpu.program;

import java.util.Random;

/// Makes up functions in C that compute the same on every machine, and a program that prints their
/// results: of kernels, or with `-DHOST` of the host.
///
/// No number overflows where that is undefined, no product of floats is rounded, so that it does
/// not matter whether it is fused with a sum, and no NaN is looked at but by comparisons.
final class RandomPrograms {
  private static final String BEGIN =
      """
      #include <cmath>
      #include <cstdio>
      typedef unsigned char u8;
      typedef unsigned short u16;
      typedef unsigned u32;
      typedef unsigned long long u64;
      typedef signed char s8;
      typedef short s16;
      typedef int s32;
      typedef long long s64;
      #ifdef HOST
      #define BOTH static
      #else
      #define BOTH __host__ __device__
      #endif
      BOTH s32 whole(double x) { return x > -1e6 && x < 1e6 ? (s32)x : 3; }
      """;
  private static final String[] TYPES = {"u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"};
  private static final String[] COMPARISONS = {"<", "<=", ">", ">=", "==", "!="};
  private static final int FUNCTIONS = 12;
  private static final int INPUTS = 96;
  private static final int DEPTH = 3;

  private final Random random;
  private final StringBuilder text = new StringBuilder();

  private RandomPrograms(long seed) {
    random = new Random(seed);
  }

  static String of(long seed) {
    return new RandomPrograms(seed).program();
  }

  private String program() {
    text.append(BEGIN);
    for (int f = 0; f < FUNCTIONS; f++) {
      text.append("BOTH u64 f%d(u32 a, u64 b) {\n".formatted(f));
      text.append("u32 t[4] = {a, 1, 2, 3}; u64 c = a; s32 d = (s32)b; s64 e = (s64)(b >> 7);\n");
      text.append("float x = (float)(s32)a; double y = (double)(s64)b;\n");
      statements(6, DEPTH, false);
      text.append(
          "return b + 31 * c + 17 * (u64)d + (u64)e + t[0] + 3 * t[1] + 5 * t[2] + 7 * t[3]");
      text.append(" + 11 * (u64)whole(x) + 13 * (u64)whole(y); }\n");
    }
    text.append("BOTH u64 all(u32 f, u32 a, u64 b) { switch (f) {\n");
    for (int f = 0; f < FUNCTIONS; f++) {
      text.append("case %d: return f%d(a, b);\n".formatted(f, f));
    }
    text.append("} return 0; }\n");
    text.append("#define FUNCTIONS %d\n#define INPUTS %d\n".formatted(FUNCTIONS, INPUTS));
    return text.append(
            """
            BOTH u64 result(u32 i) {
              u32 k = i % INPUTS;
              return all(i / INPUTS, k < 4 ? k - 2 : k * 2654435761u, k * 0x9E3779B97F4A7C15ull);
            }
            #ifndef HOST
            __global__ void kernel(u64 *out) { out[blockIdx.x * INPUTS + threadIdx.x] = result(blockIdx.x * INPUTS + threadIdx.x); }
            #endif
            int main() {
              static u64 out[FUNCTIONS * INPUTS];
            #ifdef HOST
              for (u32 i = 0; i < FUNCTIONS * INPUTS; i++) out[i] = result(i);
            #else
              u64 *on;
              cudaMalloc(&on, sizeof out);
              kernel<<<FUNCTIONS, INPUTS>>>(on);
              cudaMemcpy(out, on, sizeof out, cudaMemcpyDeviceToHost);
              cudaFree(on);
            #endif
              for (u32 i = 0; i < FUNCTIONS * INPUTS; i++) printf("f%u(%u): %llx\\n", i / INPUTS, i % INPUTS, out[i]);
            }
            """)
        .toString();
  }

  private String one(String... of) {
    return of[random.nextInt(of.length)];
  }

  private void statements(int most, int depth, boolean inLoop) {
    for (int left = 1 + random.nextInt(most); left > 0; left--) {
      statement(depth, inLoop);
    }
  }

  private void statement(int depth, boolean inLoop) {
    int kind = random.nextInt(depth > 0 ? 12 : 7);
    switch (kind) {
      case 0 -> text.append("t[%s & 3] = (u32)%s;\n".formatted(whole(1), whole(DEPTH)));
      case 1 -> text.append("d = (s32)%s;\n".formatted(whole(DEPTH)));
      case 2 -> text.append("c = (u64)%s;\n".formatted(whole(DEPTH)));
      case 3 -> text.append("e = (s64)%s;\n".formatted(whole(DEPTH)));
      case 4 -> text.append("b ^= (u64)%s;\n".formatted(whole(DEPTH)));
      case 5 -> text.append("x = %s;\n".formatted(real("float", DEPTH)));
      case 6 -> text.append("y = %s;\n".formatted(real("double", DEPTH)));
      case 7, 8 -> {
        text.append("if (%s) {\n".formatted(condition()));
        statements(2, depth - 1, inLoop);
        text.append("} else {\n");
        statements(2, depth - 1, inLoop);
        text.append("}\n");
      }
      case 9 -> {
        text.append("for (u32 n = 0, m = (u32)%s & 7; n < m; n++) {\n".formatted(whole(1)));
        statements(2, depth - 1, true);
        text.append("}\n");
      }
      case 10 -> {
        text.append("switch ((u32)%s %% 3) {\ncase 0:\n".formatted(whole(1)));
        statements(1, depth - 1, false);
        text.append("case 1:\n");
        statements(1, depth - 1, false);
        text.append("break;\ndefault:\n");
        statements(1, depth - 1, false);
        text.append("}\n");
      }
      default ->
          text.append(
              "if (%s) %s;\n"
                  .formatted(
                      condition(), inLoop ? one("break", "continue", "return c") : "return e + b"));
    }
  }

  private String condition() {
    if (random.nextInt(3) == 0) {
      var type = one("float", "double");
      return real(type, 2) + " " + one(COMPARISONS) + " " + real(type, 2);
    }
    var type = one(TYPES);
    return "(%s)%s %s (%s)%s".formatted(type, whole(2), one(COMPARISONS), type, whole(2));
  }

  /// A number that is computed in the type's unsigned sister, where it cannot overflow.
  private String whole(int depth) {
    if (depth == 0 || random.nextInt(6) == 0) {
      return random.nextInt(4) == 0
          ? "(s64)%dll"
              .formatted(random.nextInt(2) == 0 ? random.nextInt(40) - 20 : random.nextLong() | 1)
          : one("a", "b", "c", "d", "e", "t[a & 3]", "t[d & 3]");
    }
    var type = one(TYPES);
    var unsigned = type.endsWith("64") ? "u64" : "u32";
    var left = whole(depth - 1);
    var right = whole(depth - 1);
    return switch (random.nextInt(8)) {
      case 0, 1, 2 ->
          "(%s)((%s)%s %s (%s)%s)"
              .formatted(type, unsigned, left, one("+", "-", "*", "&", "|", "^"), unsigned, right);
      case 3 -> "(%s)((%s)%s << ((u32)%s & 31))".formatted(type, unsigned, left, right);
      case 4 -> "(%s)((%s)%s >> ((u32)%s & 7))".formatted(type, type, left, right);
      case 5 ->
          "(%s)((%s)%s %s (%s)((u32)%s %% 99 + 1))"
              .formatted(type, type, left, one("/", "%"), type, right);
      case 6 -> "(%s ? %s : %s)".formatted(condition(depth - 1), "(s64)" + left, "(s64)" + right);
      default -> "whole(%s)".formatted(real(one("float", "double"), depth - 1));
    };
  }

  private String condition(int depth) {
    return "(s32)%s %s (s32)%s".formatted(whole(depth), one(COMPARISONS), whole(depth));
  }

  private String real(String type, int depth) {
    if (depth == 0) {
      return "(%s)%s".formatted(type, one("x", "y", "(s32)a", "c", "d", "e", "1.5", "-0.0"));
    }
    var left = real(type, depth - 1);
    var right = real(type, depth - 1);
    return switch (random.nextInt(8)) {
      case 0, 1 -> "(%s %s %s)".formatted(left, one("+", "-"), right);
      case 2 -> "(%s * (%s)0.25)".formatted(left, type);
      case 3 -> "(%s / %s)".formatted(left, right);
      case 4 -> "%s(%s)".formatted(one("fabs", "floor", "trunc", "ceil"), left);
      case 5 -> "(%s)sqrt(fabs(%s))".formatted(type, left);
      case 6 -> "(%s < %s ? %s : -%s)".formatted(left, right, right, left);
      default -> "(%s)%s".formatted(type, whole(depth - 1));
    };
  }
}
