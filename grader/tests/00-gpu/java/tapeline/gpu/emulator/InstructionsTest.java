package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.gpu.Dim3;

/// Single instructions on chosen values, where they are easy to get wrong. %r1 and %r2 hold a and
/// b, the result is %r3.
class InstructionsTest {
  private static int run(String instructions, long a, long b) {
    String ptx =
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
        """
            .replace("BODY", instructions);
    return Lab.ofPtx(ptx)
        .launch("k", Dim3.of(1), Dim3.of(1), 0, new int[1], (int) a, (int) b)
        .ints(0)[0];
  }

  @ParameterizedTest(name = "{0} of {1} and {2}")
  @CsvSource(
      delimiter = '~',
      value = {
        "shl.b32 %r3, %r1, %r2; ~ 1 ~ 32 ~ 0",
        "shr.s32 %r3, %r1, %r2; ~ -8 ~ 32 ~ -1",
        "shr.u32 %r3, %r1, %r2; ~ -8 ~ 40 ~ 0",
        "rem.u32 %r3, %r1, %r2; ~ -1 ~ 7 ~ 3",
        "bfe.s32 %r3, %r1, 4, 4; ~ 0xF0 ~ 0 ~ -1",
        "bfe.u32 %r3, %r1, 28, 8; ~ 0xF0000000 ~ 0 ~ 15",
        "bfi.b32 %r3, %r1, %r2, 8, 8; ~ 0xAB ~ 0x11223344 ~ 0x1122AB44",
        "bfind.s32 %r3, %r1; ~ -1 ~ 0 ~ -1",
        "bfind.u32 %r3, %r1; ~ 0x100 ~ 0 ~ 8",
        "bfind.shiftamt.u32 %r3, %r1; ~ 0x100 ~ 0 ~ 23",
        "prmt.b32 %r3, %r1, %r2, 0x7531; ~ 0x03020100 ~ 0x07060504 ~ 0x07050301",
        "prmt.b32 %r3, %r1, %r2, 0x8888; ~ 0x80 ~ 0 ~ -1",
        "lop3.b32 %r3, %r1, %r2, 0xF0, 0xE8; ~ 0xCC ~ 0xAA ~ 0xE8",
        "sad.s32 %r3, %r1, %r2, 10; ~ -5 ~ 7 ~ 22",
        "slct.s32.s32 %r3, %r1, %r2, -1; ~ 3 ~ 4 ~ 4",
        "mul24.lo.u32 %r3, %r1, %r2; ~ 0xFF000002 ~ 3 ~ 6",
        "mul24.lo.u32 %r3, %r1, %r2; ~ 0xFFFFFF ~ 1 ~ 0xFFFFFF",
        "shf.l.clamp.b32 %r3, %r1, %r2, 40; ~ 0x12345678 ~ 0 ~ 0x12345678",
        "cvt.pack.sat.s16.s32 %r3, %r1, %r2; ~ 100000 ~ -5 ~ 0x7FFFFFFB",
        "cvt.pack.sat.u16.s32 %r3, %r1, %r2; ~ -1 ~ 65536 ~ 0x0000FFFF",
        "cvt.pack.sat.u8.s32.b32 %r3, %r1, %r2, 0x12345678; ~ 300 ~ -4 ~ 0x5678FF00",
        "cvt.pack.sat.s8.s32.b32 %r3, %r1, %r2, 0x12345678; ~ -300 ~ 3 ~ 0x56788003",
        "cvt.rn.sat.f32.s32 %r3, %r1; ~ 7 ~ 0 ~ 0x3F800000",
        "cvt.rn.sat.f32.s32 %r3, %r1; ~ -7 ~ 0 ~ 0",
        "cvt.f64.f32 %rd2, %r1; cvt.sat.f64.f64 %rd2, %rd2; cvt.rn.f32.f64 %r3, %rd2; ~ 0x40400000 ~ 0 ~ 0x3F800000",
        "div.approx.f32 %r3, %r1, %r2; ~ 0x3F800000 ~ 0x7F000000 ~ 0",
        "div.approx.f32 %r3, %r1, %r2; ~ 0x3F800000 ~ 0x7E800000 ~ 0x00800000",
        "div.approx.f32 %r3, %r1, %r2; ~ 0x7F800000 ~ 0x7F000000 ~ 0x7FFFFFFF",
        "div.rn.f32 %r3, %r1, %r2; ~ 0x3F800000 ~ 0x7F000000 ~ 0x00400000",
        "fns.b32 %r3, %r1, 0, %r2; ~ 0xB1 ~ 3 ~ 5",
        "fns.b32 %r3, %r1, 6, %r2; ~ 0xB1 ~ -2 ~ 4",
        "fns.b32 %r3, %r1, 4, %r2; ~ 0xB1 ~ 0 ~ 4",
        "fns.b32 %r3, %r1, 0, %r2; ~ 0xB1 ~ 5 ~ -1",
        "mov.b32 %r3, 3; st.global.u32 [%rd1], %r3; atom.global.add.f32 %r4, [%rd1], 0f00800001; ld.global.u32 %r3, [%rd1]; ~ 0 ~ 0 ~ 0x00800001",
        "mov.b32 %r3, -1; st.global.u32 [%rd1], %r3; atom.global.cas.b32 %r4, [%rd1], %r3, 5; ld.global.u32 %r3, [%rd1]; ~ 0 ~ 0 ~ 5",
        "mov.b32 %r3, 3; st.global.u32 [%rd1], %r3; atom.global.min.s32 %r4, [%rd1], %r1; ld.global.u32 %r3, [%rd1]; ~ -5 ~ 0 ~ -5",
        "add.sat.s32 %r3, %r1, %r2; ~ 0x7FFFFFFF ~ 5 ~ 0x7FFFFFFF",
        "cvt.rni.s32.f32 %r3, %r1; ~ 0x40200000 ~ 0 ~ 2",
        "cvt.rmi.s32.f32 %r3, %r1; ~ 0xC0200000 ~ 0 ~ -3",
        "cvt.rzi.u32.f32 %r3, %r1; ~ 0xC0200000 ~ 0 ~ 0",
        "cvt.rzi.s32.f32 %r3, %r1; ~ 0x7FC00000 ~ 0 ~ 0",
        "cvt.rzi.u32.f32 %r3, %r1; ~ 0x7F800000 ~ 0 ~ -1",
        "cvt.rz.f32.u32 %r3, %r1; ~ 0xFFFFFFFF ~ 0 ~ 0x4F7FFFFF",
        "cvt.rn.f32.u32 %r3, %r1; ~ 0xFFFFFFFF ~ 0 ~ 0x4F800000",
        "cvt.s32.s8 %r3, %r1; ~ 0x1FF ~ 0 ~ -1",
        "cvt.sat.u8.s32 %r3, %r1; ~ 300 ~ 0 ~ 255",
        "st.global.u32 [%rd1], %r1; ld.global.s8 %r3, [%rd1]; ~ 0xFF ~ 0 ~ -1",
        "{ .shared .align 4 .b8 s[8]; mov.u32 %r4, s; add.u32 %r4, %r4, 1; st.shared.u32 [%r4+3], %r1; ld.shared.u32 %r3, [%r4+3]; } ~ 7 ~ 0 ~ 7",
        "min.f32 %r3, %r1, %r2; ~ 0x7FC00000 ~ 0x3F800000 ~ 0x3F800000",
        "max.f32 %r3, %r1, %r2; ~ 0x7FC00000 ~ 0x3F800000 ~ 0x3F800000",
        "add.f32 %r3, %r1, %r2; ~ 0x7F800000 ~ 0xFF800000 ~ 0x7FFFFFFF",
        "add.rm.f32 %r3, %r1, %r2; ~ 0x3F800000 ~ 0xA0000000 ~ 0x3F7FFFFF",
        "add.rp.f32 %r3, %r1, %r2; ~ 0x3F800000 ~ 0x20000000 ~ 0x3F800001",
        "fma.rz.f32 %r3, %r1, %r1, %r2; ~ 0x3F800000 ~ 0xA0000000 ~ 0x3F7FFFFF",
        "mul.ftz.f32 %r3, %r1, %r2; ~ 0x00800000 ~ 0x3F000000 ~ 0",
        "ex2.approx.f32 %r3, %r1; ~ 0xC3160000 ~ 0 ~ 0",
        "lg2.approx.f32 %r3, %r1; ~ 0x41000000 ~ 0 ~ 0x40400000",
        "lg2.approx.f32 %r3, %r1; ~ 0x40C00000 ~ 0 ~ 0x40257007",
        "setp.ltu.f32 %p1, %r1, %r2; selp.b32 %r3, 1, 0, %p1; ~ 0x7FC00000 ~ 0 ~ 1",
        "setp.neu.f32 %p1, %r1, %r2; selp.b32 %r3, 1, 0, %p1; ~ 0x7FC00000 ~ 0 ~ 1",
        "setp.lo.u32 %p1, %r1, %r2; selp.b32 %r3, 1, 0, %p1; ~ 1 ~ -1 ~ 1",
        "setp.lt.and.s32 %p1|%p2, %r1, %r2, 1; selp.b32 %r3, 1, 2, %p2; ~ 1 ~ 2 ~ 2",
        "setp.lt.and.s32 %p1, %r1, %r2, 0; selp.b32 %r3, 1, 2, %p1; ~ 1 ~ 2 ~ 2",
        "cvt.u16.u32 %h1, %r1; add.u16 %h1, %h1, 1; setp.eq.u16 %p1, %h1, 0; selp.b32 %r3, 1, 0, %p1; ~ 0xFFFF ~ 0 ~ 1",
        "testp.subnormal.f32 %p1, %r1; selp.b32 %r3, 1, 0, %p1; ~ 5 ~ 0 ~ 1",
        "set.gt.u32.s32 %r3, %r1, %r2; ~ 3 ~ 2 ~ -1",
        "mov.b64 %rd2, {%r1, %r2}; shr.u64 %rd2, %rd2, 16; cvt.u32.u64 %r3, %rd2; ~ 0x11112222 ~"
            + " 0x3333 ~ 0x33331111",
        "cvt.u16.u32 %h1, %r1; neg.s16 %h1, %h1; cvt.s32.s16 %r3, %h1; ~ 5 ~ 0 ~ -5",
        "mul.wide.u32 %rd2, %r1, %r2; shr.u64 %rd2, %rd2, 32; cvt.u32.u64 %r3, %rd2; ~ -1 ~ -1 ~"
            + " -2",
        "cvt.f64.f32 %rd2, %r1; fma.rn.f64 %rd2, %rd2, %rd2, %rd2; cvt.rn.f32.f64 %r3, %rd2; ~"
            + " 0x40000000 ~ 0 ~ 0x40C00000",
        "redux.sync.add.s32 %r3, %r1, 1; ~ 41 ~ 0 ~ 41",
        "bar.red.popc.u32 %r3, 0, 1; ~ 0 ~ 0 ~ 1",
        "vote.sync.ballot.b32 %r3, 1, 1; ~ 0 ~ 0 ~ 1"
      })
  void means(String instructions, String a, String b, String expected) {
    assertThat(run(instructions, Long.decode(a), Long.decode(b)))
        .isEqualTo((int) (long) Long.decode(expected));
  }

  @ParameterizedTest(name = "{0} of {1} and {2}")
  @CsvSource(
      delimiter = '~',
      value = {
        "div.rz.f32 %r3, %r1, %r2; ~ 0x40000000 ~ 0x40400000 ~ 0x3F2AAAAA",
        "div.rn.f32 %r3, %r1, %r2; ~ 0x40000000 ~ 0x40400000 ~ 0x3F2AAAAB",
        "div.rp.f32 %r3, %r1, %r2; ~ 0x40000000 ~ 0xC0400000 ~ 0xBF2AAAAA",
        "sqrt.rp.f32 %r3, %r1; ~ 0x40000000 ~ 0 ~ 0x3FB504F4",
        "sqrt.rm.f32 %r3, %r1; ~ 0x40000000 ~ 0 ~ 0x3FB504F3",
        "rcp.rz.f32 %r3, %r1; ~ 0x40400000 ~ 0 ~ 0x3EAAAAAA",
        "add.rm.f32 %r3, %r1, %r2; ~ 0x3F800000 ~ 0xBF800000 ~ 0x80000000",
        "add.rz.f32 %r3, %r1, %r2; ~ 0x3F800000 ~ 0xBF800000 ~ 0",
        "mul.rz.f32 %r3, %r1, %r2; ~ 0x7F000000 ~ 0x7F000000 ~ 0x7F7FFFFF",
        "cvt.rpi.ftz.f32.f32 %r3, %r1; ~ 1 ~ 0 ~ 0",
        "cvt.ftz.f64.f32 %rd2, %r1; cvt.rn.f32.f64 %r3, %rd2; ~ 1 ~ 0 ~ 0",
        "cvt.f64.f32 %rd2, %r1; cvt.rn.f32.f64 %r3, %rd2; ~ 1 ~ 0 ~ 1"
      })
  void rounds_as_it_is_told(String instructions, String a, String b, String expected) {
    means(instructions, a, b, expected);
  }
}
