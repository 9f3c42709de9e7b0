package tapeline.laboratory.compress;

import static tapeline.toolkit.TextTable.number;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import tapeline.compress.EightBits;
import tapeline.compress.GradientCodec;
import tapeline.compress.SignBits;
import tapeline.compress.Threshold;
import tapeline.compress.TopK;
import tapeline.compress.WireTime;
import tapeline.toolkit.TextTable;

/// A table of the time that an exchange of a gradient takes on networks of 1, 10 and 100 Gbit/s, by
/// the model *latency + bytes/rate* with the measured time of encoding and decoding, and of the
/// rate above which a codec does not pay. `./tapeline run ExchangeTimes`
public final class ExchangeTimes {
  private static final int NUMBERS = 1_000_000;
  private static final int WORKERS = 8;
  private static final double LATENCY = 1e-5;
  private static final int RUNS = 21;
  private static final int WARM_UP = 10;

  private ExchangeTimes() {}

  static void main() {
    IO.println(table(NUMBERS));
  }

  private static TextTable table(int numbers) {
    var random = new SplittableRandom(18);
    var gradient = new float[numbers];
    for (int i = 0; i < numbers; i++) {
      gradient[i] = (float) random.nextGaussian();
    }
    var table =
        TextTable.of(
            "exchange",
            "bytes a number",
            "encode, ns a number",
            "decode, ns a number",
            "1 Gbit/s",
            "10 Gbit/s",
            "100 Gbit/s",
            "pays up to");
    table.row(
        "exact",
        "4",
        "0",
        "0",
        ms(exact(1, numbers)),
        ms(exact(10, numbers)),
        ms(exact(100, numbers)),
        "–");
    for (GradientCodec codec :
        List.of(new EightBits(), new SignBits(), new TopK(0.01), new Threshold(2.5758f))) {
      var message = codec.encode(gradient);
      double encode = seconds(() -> codec.encode(gradient));
      double decode = seconds(() -> codec.decode(message, numbers));
      double work = encode + (WORKERS + 1) * decode; // each one's, and the own one once more
      table.row(
          "" + codec,
          number((double) message.length / numbers, 3),
          number(1e9 * encode / numbers, 3),
          number(1e9 * decode / numbers, 3),
          ms(work + coded(1, message.length)),
          ms(work + coded(10, message.length)),
          ms(work + coded(100, message.length)),
          paysUpTo(work, message.length, numbers));
    }
    return table.note(
        "%d workers, %d numbers, %s s a message; a worker decodes every message; medians of %d, one thread"
            .formatted(WORKERS, numbers, LATENCY, RUNS));
  }

  private static double exact(double gigabits, int numbers) {
    return new WireTime(LATENCY, 1e9 * gigabits).allReduce(WORKERS, 4.0 * numbers);
  }

  private static double coded(double gigabits, int bytes) {
    return new WireTime(LATENCY, 1e9 * gigabits).gather(WORKERS, bytes);
  }

  /// The rate at which both take as long: the bits that are saved, in the time of the work.
  static String paysUpTo(double work, int bytes, int numbers) {
    double messages = (WORKERS - 1) * LATENCY; // fewer of them, as one pass round does
    double saved = 8 * (2 * (WORKERS - 1) * 4.0 * numbers / WORKERS - (WORKERS - 1.0) * bytes);
    if (saved <= 0) {
      return "no rate: no fewer bytes";
    }
    return work <= messages ? "any rate" : number(saved / (work - messages) / 1e9, 3) + " Gbit/s";
  }

  private static String ms(double seconds) {
    return number(1e3 * seconds, 3) + " ms";
  }

  private static double seconds(Runnable work) {
    var times = new double[RUNS];
    for (int i = -WARM_UP; i < RUNS; i++) {
      long start = System.nanoTime();
      work.run();
      if (i >= 0) {
        times[i] = (System.nanoTime() - start) / 1e9;
      }
    }
    Arrays.sort(times);
    return times[RUNS / 2];
  }
}
