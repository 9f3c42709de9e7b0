package tapeline.gpu.emulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Kernels of loads and stores made up at random, each lane in 64 bytes of its own, and loads of
/// what its row of four has in common.
public final class RandomAccesses {
  private static final int REGISTERS = 8;
  private static final String[] WIDTHS = {"u8", "s8", "u16", "s16", "b32", "f32", "u64"};
  private static final String[] ATOMICS = {
    "add.u32", "min.s32", "max.u32", "and.b32", "xor.b32", "exch.b32", "inc.u32", "cas.b32"
  };

  private final StringBuilder body = new StringBuilder();
  private Random random = new Random(0);

  @SuppressWarnings("AnnotateFormatMethod") // that annotation is no part of the course
  private void line(String format, Object... parts) {
    body.append("  ").append(format.formatted(parts)).append(";\n");
  }

  private String r() {
    return "%r" + random.nextInt(REGISTERS);
  }

  private static int bytes(String width) {
    return Integer.parseInt(width.substring(1)) / 8;
  }

  /// A place in the lane's 64 bytes, not the last: a base that is one too large still stays inside.
  private int offset(int size) {
    return size * random.nextInt(64 / size - 1);
  }

  /// Returns a register with an address: the lane's 64 bytes of shared memory by three, the last of
  /// them generic, or of global memory, of either by a generic one, or of local memory.
  private String base(boolean shared) {
    return shared
        ? List.of("%r20", "%rd20", "%rd21").get(random.nextInt(3))
        : List.of("%rd2", "%rd2", "%rd22", "%rd23").get(random.nextInt(4));
  }

  /// Returns a register with an address that a row's lanes have in common, where all only load.
  private String baseOfRow() {
    return random.nextBoolean() ? "%r21" : "%rd7";
  }

  private static String space(String base) {
    return switch (base) {
      case "%r20", "%r21", "%rd20" -> "shared";
      case "%rd2", "%rd7" -> "global";
      case "%rd23" -> "local";
      default -> "volatile";
    };
  }

  private void atomic() {
    String change = ATOMICS[random.nextInt(ATOMICS.length)];
    String base = base(true);
    String place = "[%s+%d]".formatted(base, offset(4));
    String values = change.startsWith("cas") ? r() + ", " + r() : r();
    String space = base.equals("%rd21") ? "" : "shared.";
    if (random.nextBoolean() || change.startsWith("cas") || change.startsWith("exch")) {
      line("atom.%s%s %s, %s, %s", space, change, r(), place, values);
    } else {
      line("red.%s%s %s, %s", space, change, place, values);
    }
  }

  private void access() {
    if (random.nextInt(6) == 0) {
      atomic();
      return;
    }
    boolean shared = random.nextBoolean();
    boolean ofRow = random.nextInt(3) == 0;
    String base = ofRow ? baseOfRow() : base(shared);
    String where = space(base);
    String opcode = !ofRow && random.nextInt(3) == 0 ? "st" : "ld";
    int lanes = random.nextInt(4) == 0 ? 4 : random.nextInt(4) == 0 ? 2 : 1;
    if (lanes > 1) {
      var parts = new ArrayList<String>();
      for (int i = 0; i < lanes; i++) {
        parts.add("%r" + (random.nextInt(REGISTERS / lanes) + i * (REGISTERS / lanes)));
      }
      String place = "[%s+%d]".formatted(base, offset(4 * lanes));
      String list = "{" + String.join(", ", parts) + "}";
      memory("%s.%s.v%d.u32".formatted(opcode, where, lanes), place, list);
      return;
    }
    String width = WIDTHS[random.nextInt(WIDTHS.length)];
    String place = "[%s+%d]".formatted(base, offset(bytes(width)));
    String value = width.equals("u64") ? "%rd" + (4 + random.nextInt(3)) : r();
    memory("%s.%s.%s".formatted(opcode, where, width), place, value);
  }

  private void memory(String opcode, String place, String value) {
    if (opcode.startsWith("ld")) {
      line("%s %s, %s", opcode, value, place);
    } else {
      line("%s %s, %s", opcode, place, value);
    }
  }

  /// Returns a program.
  ///
  /// @param bad how the addresses of one lane go wrong half-way, or nothing
  public String program(int seed, String bad) {
    random = new Random(seed);
    body.setLength(0);
    for (int i = 0; i < REGISTERS; i++) {
      line("ld.global.u32 %%r%d, [%%rd2+%d]", i, 4 * i);
    }
    for (int i = 0; i < 16; i++) {
      line("st.shared.u32 [%%r20+%d], %%r%d", 4 * i, i % REGISTERS);
    }
    for (int i = 0; i < 16; i++) {
      line("st.local.u32 [%%rd23+%d], %%r%d", 4 * i, i % REGISTERS);
    }
    line("st.shared.v4.u32 [%%r19], {%%r0, %%r1, %%r2, %%r3}");
    line("bar.sync 0");
    for (int i = 4; i < 7; i++) {
      line("mul.wide.u32 %%rd%d, %s, %s", i, r(), r());
    }
    int halfWay = 10 + random.nextInt(30);
    for (int i = 0; i < 60; i++) {
      if (i == halfWay) {
        body.append(bad);
      }
      switch (random.nextInt(7)) {
        case 0 -> line("add.s32 %s, %s, %s", r(), r(), r());
        case 2 -> line("add.f32 %s, %s, %s", r(), r(), r());
        case 1 -> line("xor.b32 %s, %s, %s", r(), r(), r());
        default -> access();
      }
    }
    line("bar.sync 0");
    for (int i = 0; i < REGISTERS; i++) {
      line("st.global.u32 [%%rd3+%d], %%r%d", 4 * i, i);
    }
    return """
    .file 1 "random.cu"
    .visible .entry random(.param .u64 a, .param .u64 b, .param .u32 lane)
    {
      .reg .pred %p<2>;
      .reg .b32 %r<24>;
      .reg .b64 %rd<24>;
      .shared .align 16 .b8 s[2560];
      .local .align 16 .b8 l[64];
      .local .align 8 .b8 m[8];
      .loc 1 1 1
      ld.param.u64 %rd2, [a];
      ld.param.u64 %rd3, [b];
      ld.param.u32 %r22, [lane];
      mov.u32 %r12, %tid.x;
      mov.u32 %r18, %tid.y;
      mad.lo.u32 %r12, %r18, 4, %r12;
      mul.wide.u32 %rd7, %r18, 256;
      ld.param.u64 %rd8, [b];
      add.s64 %rd7, %rd8, %rd7;
      setp.eq.u32 %p1, %r12, %r22;
      mul.wide.u32 %rd1, %r12, 64;
      add.s64 %rd2, %rd2, %rd1;
      add.s64 %rd3, %rd3, %rd1;
      shl.b32 %r13, %r12, 6;
      mov.u32 %r20, s;
      shl.b32 %r18, %r18, 6;
      mov.u32 %r21, s;
      add.s32 %r21, %r21, %r18;
      add.s32 %r21, %r21, 2048;
      shl.b32 %r19, %r12, 4;
      add.s32 %r19, %r20, %r19;
      add.s32 %r19, %r19, 2048;
      add.s32 %r20, %r20, %r13;
      cvt.u64.u32 %rd20, %r20;
      cvta.shared.u64 %rd21, %rd20;
      and.b32 %r14, %r12, 1;
      setp.eq.u32 %p0, %r14, 1;
      selp.b64 %rd22, %rd21, %rd2, %p0;
      mov.u64 %rd23, l;
    """
        + body
        + "  ret;\n}\n";
  }
}
