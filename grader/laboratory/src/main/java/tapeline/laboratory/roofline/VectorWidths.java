package tapeline.laboratory.roofline;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tapeline.instruments.machine.Ceiling;
import tapeline.instruments.machine.Ceilings;
import tapeline.instruments.machine.RateMeter;

/// The peak of arithmetic for each width of vectors that this JVM may use. Its flags set the width
/// when it starts, so each is measured in a JVM of its own.
final class VectorWidths {
  private static final RateMeter METER = new RateMeter(9, 40);
  private static final int ROUNDS = 10_000; // so many that beginning and end do not count

  private VectorWidths() {}

  /// FLOP/s of one core for scalar code and each width, then of `cores` cores with the widest.
  static List<Ceiling> measure(int cores) throws IOException {
    var found = new ArrayList<Ceiling>();
    found.add(peak("scalar", FmaSums.SCALAR, 1, "-XX:-UseSuperWord"));
    var name = "vector";
    for (int bytes = 16; bytes <= widest(); bytes *= 2) {
      name = 8 * bytes + "-bit";
      found.add(peak(name, FmaSums.VECTOR, 1, "-XX:MaxVectorSize=" + bytes));
    }
    if (cores > 1) found.add(peak(name + Ceilings.ALL_CORES, FmaSums.VECTOR, cores));
    return found;
  }

  /// Bytes of the widest vector that this JVM makes of a loop.
  static int widest() {
    var jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    return Integer.parseInt(jvm.getVMOption("MaxVectorSize").getValue());
  }

  /// FLOP/s in a JVM of its own, with these flags.
  private static Ceiling peak(String name, FmaSums sums, int threads, String... flags)
      throws IOException {
    var said =
        OwnJvm.said(
            VectorWidths.class, List.of(flags), sums, threads, METER.times(), METER.millis());
    double[] rates = Arrays.stream(said.split(" ")).mapToDouble(Double::parseDouble).toArray();
    return new Ceiling(name, rates[0], rates[1], rates[2]);
  }

  /// In a JVM of its own: prints median, least and most FLOP/s.
  static void main(String[] arguments) {
    var sums = FmaSums.valueOf(arguments[0]);
    int threads = Integer.parseInt(arguments[1]);
    var meter = new RateMeter(Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
    var runs = new ArrayList<Runnable>();
    for (int t = 0; t < threads; t++) {
      runs.add(() -> requirePositive(sums.run(ROUNDS)));
    }
    RateMeter.WARM_UP.rate("warm-up", sums.flops(ROUNDS), runs);
    var rate = meter.rate(sums.name(), sums.flops(ROUNDS), runs);
    IO.println(
        String.format(Locale.ROOT, "%.0f %.0f %.0f", rate.perSecond(), rate.least(), rate.most()));
  }

  /// Uses a result, without which the compiler would leave the sums out.
  private static void requirePositive(double sum) {
    if (!(sum > 0)) throw new IllegalStateException("sums of positive products are " + sum);
  }
}
