package tapeline.laboratory.suite;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import tapeline.bench.Meter;
import tapeline.check.GradientCheck;
import tapeline.check.ScalarFunction;
import tapeline.laboratory.suite.SuiteEntry.Ratio;
import tapeline.reuse.Polynomial;

/// The scalar suite, on the tapes of modules 01 to 03. Gradients are checked against formulas.
final class ScalarEntries {
  private static final int STEPS = 1000;
  private static final int INPUTS = 10;
  private static final int MANY = 1000;
  private static final int ROUNDS = 5;

  private ScalarEntries() {}

  static List<SuiteEntry> all() {
    return List.of(
        expression(),
        reuse(),
        polynomial(),
        SharingEntries.shared(),
        SharingEntries.constants(),
        differences());
  }

  /// `tanh(x·y + x)·(x + y)`
  private static SuiteEntry expression() {
    double x = 0.3;
    double y = 0.5;
    var pass = new TapePass((_, v) -> v[0].mul(v[1]).add(v[0]).tanh().mul(v[0].add(v[1])), x, y);
    double h = Math.tanh(x * y + x);
    double slope = 1 - h * h;
    double[] want = {h + slope * (y + 1) * (x + y), h + slope * x * (x + y)};
    return entry(
        "expression",
        "2 inputs, 5 ops",
        Scope.MICRO,
        pass,
        relative(pass.gradient(), want),
        Hypothesis.count(
            "expression: a slot for each input and op, none else", 7, pass.nodes(), "nodes"),
        new Ratio(
            "expression: a gradient for less than 5 evaluations",
            Phase.TOTAL,
            Phase.FORWARD,
            1,
            5));
  }

  /// `x² + sin x`
  private static SuiteEntry reuse() {
    double x = 1.3;
    var pass = new FlatPass(x, (tape, v) -> tape.add(tape.mul(v, v), tape.sin(v)));
    double want = 2 * x + Math.cos(x);
    return entry(
        "reuse",
        "1 input, 3 ops",
        Scope.MICRO,
        pass,
        relative(gradient(pass), want),
        Hypothesis.count(
            "reuse: a tape that is reset allocates nothing", 0, allocated(pass), "bytes"));
  }

  /// `y ← y·x + cₖ`
  private static SuiteEntry polynomial() {
    double x = 0.999;
    double[] c = coefficients(STEPS + 1);
    var pass = new FlatPass(x, (tape, v) -> Polynomial.chain(tape, v, c));
    double y = c[0];
    double want = 0;
    for (int k = 1; k < c.length; k++) {
      want = want * x + y;
      y = y * x + c[k];
    }
    return entry(
        "polynomial chain",
        STEPS + " steps",
        Scope.MICRO,
        pass,
        relative(gradient(pass), want),
        Hypothesis.count(
            "polynomial chain: 1 + 2n nodes for n steps", 1 + 2 * STEPS, pass.nodes(), "nodes"),
        new Ratio(
            "polynomial chain: a gradient for less than 5 evaluations",
            Phase.TOTAL,
            Phase.FORWARD,
            1,
            5));
  }

  /// `Σ sin(xᵢ)·xᵢ₊₁`, by the tape and by differences.
  private static SuiteEntry differences() {
    var x = coefficients(INPUTS);
    var evaluations = new AtomicInteger();
    ScalarFunction f =
        (tape, v) -> {
          evaluations.incrementAndGet();
          var sum = tape.constant(0);
          for (int i = 0; i + 1 < v.length; i++) {
            sum = sum.add(v[i].sin().mul(v[i + 1]));
          }
          return sum;
        };
    var pass =
        new TapePass(f, x) {
          @Override
          public double total() {
            return GradientCheck.of(f, x).worst().mixed();
          }
        };
    evaluations.set(0);
    pass.total();
    int counted = evaluations.get();
    var want = new double[INPUTS];
    for (int i = 0; i < INPUTS; i++) {
      want[i] = i + 1 < INPUTS ? Math.cos(x[i]) * x[i + 1] : 0;
      want[i] += i > 0 ? Math.sin(x[i - 1]) : 0;
    }
    return entry(
        "finite-difference check",
        INPUTS + " inputs",
        Scope.END_TO_END,
        pass,
        relative(pass.gradient(), want),
        Hypothesis.count(
            "finite-difference check: 2n + 1 evaluations for n inputs",
            2 * INPUTS + 1,
            counted,
            "evaluations"),
        new Ratio(
            "finite-difference check: 2n + 1 evaluations and a backward",
            Phase.TOTAL,
            Phase.FORWARD,
            2 * INPUTS + 1,
            1.5 * (2 * INPUTS + 1)));
  }

  static SuiteEntry entry(
      String name,
      String shape,
      Scope scope,
      Pass pass,
      double error,
      Hypothesis counted,
      Ratio... ratios) {
    return new SuiteEntry(
        name,
        shape,
        "float64",
        1,
        scope,
        pass,
        () -> error,
        () -> List.of(counted),
        List.of(ratios));
  }

  static double gradient(Pass pass) {
    pass.forward();
    return pass.backward();
  }

  static double relative(double got, double want) {
    return Math.abs(got - want) / Math.abs(want);
  }

  private static double relative(double[] got, double[] want) {
    double[] off = Float64.plus(got, Float64.map(v -> -v, want));
    return Math.sqrt(Float64.dot(off, off) / Float64.dot(want, want));
  }

  /// Bytes that many passes allocate once the tape's arrays have grown: the least of some rounds,
  /// as the JVM may allocate beside them while it links and compiles.
  private static long allocated(Pass pass) {
    var meter = Meter.ofMachine();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = meter.allocatedBytes();
      for (int i = 0; i < MANY; i++) {
        pass.total();
      }
      least = Math.min(least, meter.allocatedBytes() - before);
    }
    return least;
  }

  /// Numbers from −0.5 to 0.5 that keep a chain near x = 1 finite and far from 0.
  static double[] coefficients(int n) {
    var c = new double[n];
    for (int k = 0; k < n; k++) {
      c[k] = 0.5 - k * 0.6180339887498949 % 1;
    }
    return c;
  }
}
