package tapeline.gpu.emulator;

import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.fault.Finding;

/// A block of two warps. Thread t, %r1, has word 4·t of x at %rd1, and byte 16·t of shared memory
/// at %r4; that of its neighbour in the other warp is at %r5. It stores %r3 as word t of y. Behind
/// those bytes there is room for two barriers, at %r6.
final class TwoWarps {
  static final int THREADS = 64;
  static final int[] WORDS = IntStream.range(0, 8 * THREADS).map(i -> i + 1000).toArray();

  private TwoWarps() {}

  static String ptx(String body) {
    return """
    .version 7.0
    .target sm_80
    .address_size 64
    .file 1 "warps.cu"
    .visible .entry k(.param .u64 x, .param .u64 y)
    {
      .reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %rd<8>;
      .shared .align 16 .b8 s[2048]; .shared .align 8 .b8 b[16];
      ld.param.u64 %rd1, [x];
      ld.param.u64 %rd2, [y];
      mov.u32 %r1, %tid.x;
      mul.wide.u32 %rd3, %r1, 16;
      add.s64 %rd1, %rd1, %rd3;
      mul.wide.u32 %rd3, %r1, 4;
      add.s64 %rd2, %rd2, %rd3;
      shl.b32 %r2, %r1, 4;
      mov.u32 %r4, s;
      xor.b32 %r5, %r2, 512;
      add.s32 %r5, %r4, %r5;
      add.s32 %r4, %r4, %r2;
      mov.u32 %r6, b;
      mov.u32 %r3, 0;
      mov.u64 %rd4, 0;
    BODY
      st.global.u32 [%rd2], %r3;
      ret;
    }
    """
        .replace("BODY", Lab.numbered(body));
  }

  static Lab lab(String body) {
    return Lab.ofPtx(ptx(body));
  }

  static Lab.Outcome launch(Lab lab) {
    return lab.launch("k", Dim3.of(1), Dim3.of(THREADS), 0, WORDS, new int[THREADS]);
  }

  static List<Finding> findings(String body) {
    return launch(lab(body).flawed()).report().findings();
  }

  static int[] each(IntUnaryOperator f) {
    return IntStream.range(0, THREADS).map(f).toArray();
  }
}
