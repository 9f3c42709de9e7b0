package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.gpu.Dim3;

/// Single instructions on 64 bits, where they are easy to get wrong. %rd1 and %rd2 hold a and b,
/// the result is %rd3; all in hexadecimal.
class WideInstructionsTest {
  @ParameterizedTest(name = "{0} of {1} and {2}")
  @CsvSource(
      delimiter = '~',
      value = {
        "cvt.rn.f32.u64 %rd3, %rd1; ~ ffffffffffffffff ~ 0 ~ 5f800000",
        "cvt.rz.f32.u64 %rd3, %rd1; ~ ffffffffffffffff ~ 0 ~ 5f7fffff",
        "cvt.rn.f32.u64 %rd3, %rd1; ~ 8000008000000001 ~ 0 ~ 5f000001",
        "cvt.rz.f32.s64 %rd3, %rd1; ~ 7fffffffffffffff ~ 0 ~ 5effffff",
        "cvt.rp.f32.s64 %rd3, %rd1; ~ 8000000000000001 ~ 0 ~ deffffff",
        "cvt.rn.f32.s64 %rd3, %rd1; ~ 4000004000000001 ~ 0 ~ 5e800001",
        "cvt.rn.f64.s64 %rd3, %rd1; ~ 40000000000003 ~ 0 ~ 4350000000000001",
        "cvt.rz.f64.s64 %rd3, %rd1; ~ 40000000000003 ~ 0 ~ 4350000000000000",
        "cvt.rm.f64.u64 %rd3, %rd1; ~ ffffffffffffffff ~ 0 ~ 43efffffffffffff",
        "cvt.rzi.s64.f32 %rd3, %rd1; ~ 7fffffff ~ 0 ~ 8000000000000000",
        "cvt.rzi.u64.f64 %rd3, %rd1; ~ 7fffffffffffffff ~ 0 ~ 8000000000000000",
        "cvt.rzi.s32.f64 %rd3, %rd1; cvt.u64.u32 %rd3, %rd3; ~ 7fffffffffffffff ~ 0 ~ 80000000",
        "cvt.rzi.u32.f64 %rd3, %rd1; cvt.u64.u32 %rd3, %rd3; ~ 41efffffffe00000 ~ 0 ~ ffffffff",
        "div.rn.f64 %rd3, %rd1, %rd2; ~ 3ff0000000000000 ~ 4008000000000000 ~ 3fd5555555555555",
        "div.rp.f64 %rd3, %rd1, %rd2; ~ 3ff0000000000000 ~ 4008000000000000 ~ 3fd5555555555556",
        "div.rm.f64 %rd3, %rd1, %rd2; ~ 3ff0000000000000 ~ c008000000000000 ~ bfd5555555555556",
        "div.rz.f64 %rd3, %rd1, %rd2; ~ 7fe0000000000000 ~ 0010000000000000 ~ 7fefffffffffffff",
        "rcp.rp.f64 %rd3, %rd1; ~ 4008000000000000 ~ 0 ~ 3fd5555555555556",
        "sqrt.rn.f64 %rd3, %rd1; ~ 4000000000000000 ~ 0 ~ 3ff6a09e667f3bcd",
        "sqrt.rz.f64 %rd3, %rd1; ~ 4000000000000000 ~ 0 ~ 3ff6a09e667f3bcc",
        "mul.rz.f64 %rd3, %rd1, %rd2; ~ 7fe0000000000000 ~ 7fe0000000000000 ~ 7fefffffffffffff",
        "mul.rz.f64 %rd3, %rd1, %rd2; ~ 0010000000000000 ~ 0010000000000000 ~ 0",
        "mul.rp.f64 %rd3, %rd1, %rd2; ~ 0010000000000000 ~ 0010000000000000 ~ 1",
        "mul.rp.f64 %rd3, %rd1, %rd2; ~ 8000000000000000 ~ 3ff0000000000000 ~ 8000000000000000",
        "add.rm.f64 %rd3, %rd1, %rd2; ~ 3ff0000000000000 ~ bff0000000000000 ~ 8000000000000000",
        "add.rm.f64 %rd3, %rd1, %rd2; ~ 0 ~ 0 ~ 0",
        "fma.rz.f64 %rd3, %rd1, %rd1, %rd2; ~ 7fe0000000000000 ~ 0 ~ 7fefffffffffffff",
        "shl.b64 %rd3, %rd1, 64; ~ 1 ~ 0 ~ 0",
        "add.cc.u64 %rd3, %rd1, %rd1; addc.cc.u64 %rd3, %rd2, %rd1; addc.u64 %rd3, 0, 0; ~ ffffffffffffffff ~ 5 ~ 1",
        "st.global.u64 [%rd0], %rd1; mov.b64 %rd2, %rd0; ld.global.u8 %rd3, [%rd2]; add.s64 %rd2, %rd2, 1; ld.global.u8 %rd3, [%rd2+1]; ~ 30201 ~ 0 ~ 3"
      })
  void means(String instructions, String a, String b, String expected) {
    String ptx =
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
        """
            .replace("BODY", instructions);
    byte[] result =
        (byte[])
            Lab.ofPtx(ptx)
                .launch("k", Dim3.of(1), Dim3.of(1), 0, new byte[8], bits(a), bits(b))
                .arrays()
                .getFirst();
    long found = ByteBuffer.wrap(result).order(ByteOrder.LITTLE_ENDIAN).getLong();
    boolean narrow = expected.length() == 8; // the upper half of a 32-bit result is arbitrary
    assertThat(Long.toHexString(narrow ? found & 0xffffffffL : found)).isEqualTo(expected);
  }

  private static long bits(String text) {
    return Long.parseUnsignedLong(text, 16);
  }
}
