package tapeline.gpu.emulator.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tapeline.tests.Resource;

/// Sums come out as a card's did, bit for bit: among them some that 24 or 26 places, 8 products at
/// a time, another rounding, or the exponent of subnormal numbers would change.
class TensorSumTest {
  static Stream<String> sums() {
    var text = Resource.text(TensorSumTest.class, "/tensor-sums.txt");
    return text.lines().filter(line -> !line.startsWith("#"));
  }

  private static float[] numbers(HalfFormat format, String bits) {
    int[] each = Stream.of(bits.split(",", -1)).mapToInt(b -> Integer.parseInt(b, 16)).toArray();
    var numbers = new float[each.length];
    IntStream.range(0, each.length).forEach(i -> numbers[i] = format.toFloat(each[i]));
    return numbers;
  }

  @ParameterizedTest
  @MethodSource("sums")
  void is_the_cards(String line) {
    String[] words = line.split(" ", -1);
    var format = words[0].equals("bf16") ? HalfFormat.BF16 : HalfFormat.F16;
    boolean half = words[1].equals("f16");
    var a = numbers(format, words[2]);
    var b = numbers(format, words[3]);
    int c = Integer.parseUnsignedInt(words[4], 16);
    var sum = new TensorSum(format, a.length);
    sum.from(half ? HalfFormat.F16.toFloat(c) : Float.intBitsToFloat(c));
    for (int k = 0; k < a.length; k++) {
      sum.add(a[k], b[k]);
    }
    assertThat(Integer.toHexString((int) sum.bits(half))).isEqualTo(words[5]);
  }
}
