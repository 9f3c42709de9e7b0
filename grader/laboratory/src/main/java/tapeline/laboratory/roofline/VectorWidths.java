package tapeline.laboratory.roofline;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import tapeline.instruments.machine.Ceiling;
import tapeline.instruments.machine.Ceilings;
import tapeline.instruments.machine.RateMeter;
import tapeline.roofline.machine.FmaChain;

/// The peak of arithmetic for each width of vectors that this JVM may use. Its flags set the width
/// when it starts, so each is measured in a JVM of its own.
final class VectorWidths {
  private static final RateMeter METER = new RateMeter(9, 40);
  private static final int NUMBERS =
      1 << 14; // so many that the loop's ends do not count, so few that L2 keeps up

  private VectorWidths() {}

  /// FLOP/s of one core for scalar code and each width, then of `cores` cores with the widest.
  static List<Ceiling> measure(int cores) throws IOException {
    var found = new ArrayList<Ceiling>();
    found.add(peak("scalar", 1, METER, "-XX:-UseSuperWord"));
    var name = "vector";
    for (int bytes = 16; bytes <= widest(); bytes *= 2) {
      name = 8 * bytes + "-bit";
      found.add(peak(name, 1, METER, "-XX:MaxVectorSize=" + bytes));
    }
    if (cores > 1) found.add(peak(name + Ceilings.ALL_CORES, cores, METER));
    return found;
  }

  /// Bytes of the widest vector.
  private static int widest() {
    var jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    return Integer.parseInt(jvm.getVMOption("MaxVectorSize").getValue());
  }

  /// FLOP/s of the best chain in a JVM of its own: another one may compile it otherwise.
  static Ceiling peak(String name, int threads, RateMeter meter, String... flags)
      throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(flags));
    command.addAll(List.of("-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
    command.add(VectorWidths.class.getName());
    command.addAll(List.of("" + threads, "" + meter.times(), "" + meter.millis()));
    var child = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (child.onExit().join().exitValue() != 0) {
      var first = said.lines().findFirst().orElse("it said nothing");
      throw new IllegalStateException("the peak of %s is not measured: %s".formatted(name, first));
    }
    var numbers = said.lines().toList().getLast().split(" ");
    double[] rates = Arrays.stream(numbers).mapToDouble(Double::parseDouble).toArray();
    return new Ceiling(name, rates[0], rates[1], rates[2]);
  }

  /// In a JVM of its own: prints median, least and most FLOP/s of the best chain.
  static void main(String[] arguments) {
    int[] numbers = Arrays.stream(arguments).mapToInt(Integer::parseInt).toArray();
    var best = best(numbers[0], new RateMeter(numbers[1], numbers[2]));
    IO.println(
        String.format(Locale.ROOT, "%.0f %.0f %.0f", best.perSecond(), best.least(), best.most()));
  }

  /// FLOP/s of the best chain on so many threads. A longer one computes more for each number that
  /// it loads; a shorter one is in the processor's window together with more of those behind it,
  /// and that window is a smaller one while another thread runs on the core's other half.
  private static Ceiling best(int threads, RateMeter meter) {
    return FmaChain.STEPS.stream()
        .filter(steps -> steps >= 4) // shorter ones wait for their numbers
        .map(steps -> chain(steps, threads, meter))
        .max(Comparator.comparingDouble(Ceiling::perSecond))
        .orElseThrow();
  }

  private static Ceiling chain(int steps, int threads, RateMeter meter) {
    var chain = new FmaChain(steps);
    double flops = chain.cost(NUMBERS).flops();
    var runs = new ArrayList<Runnable>();
    for (int t = 0; t < threads; t++) {
      var x = new float[NUMBERS];
      runs.add(() -> chain.run(x));
    }
    RateMeter.WARM_UP.rate("warm-up", flops, runs);
    return meter.rate(steps + " steps", flops, runs);
  }
}
