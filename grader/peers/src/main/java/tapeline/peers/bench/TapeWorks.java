package tapeline.peers.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import tapeline.peers.bench.PeerWork.Pair;
import tapeline.reuse.FlatTape;

/// The rows of the scalar tape: Horner's rule, recorded and walked back, beside tapes in C++.
final class TapeWorks {
  private static final double CLOSE = 1e-9; // ours rounds a·b + c once
  private static final double GOAL = 0.80;
  private static final double AT = 0.999;

  private TapeWorks() {}

  static List<PeerWork> works() {
    var works = new ArrayList<PeerWork>();
    for (int nodes : new int[] {1_000, 10_000, 100_000, 1_000_000}) {
      works.add(work("CoDiPack", "scalar tape chain", nodes, false));
    }
    works.add(work("Adept", "scalar tape chain", 10_000, false));
    works.add(work("CoDiPack", "scalar tape fused step", 10_000, true));
    works.add(work("Adept", "scalar tape fused step", 10_000, true));
    return works;
  }

  private static PeerWork work(String peer, String op, int nodes, boolean fused) {
    int steps = fused ? nodes : nodes / 2;
    return new PeerWork(
        3,
        peer,
        op,
        nodes + " nodes",
        "float64",
        1,
        false,
        CLOSE,
        GOAL,
        PeerWork.BLOCKS,
        (_, random) -> pair(CppTape.of(peer, fused ? "fused" : "chain"), steps, fused, random));
  }

  private static Pair pair(CppTape theirs, int steps, boolean fused, SplittableRandom random) {
    double[] c = random.doubles(steps + 1, -0.5, 0.5).toArray();
    var copy = Arena.ofAuto().allocate(8L * c.length, 64);
    MemorySegment.copy(c, 0, copy, ValueLayout.JAVA_DOUBLE, 0, c.length);
    var tape = new FlatTape();
    return new Pair(
        new Gradient(() -> fused ? fused(tape, c) : chain(tape, c)),
        new Gradient(() -> theirs.derivative(AT, copy, steps)));
  }

  private static double chain(FlatTape tape, double... c) {
    tape.reset();
    int x = tape.variable(AT);
    int y = tape.constant(c[0]);
    for (int k = 1; k < c.length; k++) {
      y = tape.shift(tape.mul(y, x), c[k]);
    }
    tape.backward(y);
    return tape.gradient(x);
  }

  private static double fused(FlatTape tape, double... c) {
    tape.reset();
    int x = tape.variable(AT);
    int y = tape.constant(c[0]);
    for (int k = 1; k < c.length; k++) {
      y = tape.fma(y, x, c[k]);
    }
    tape.backward(y);
    return tape.gradient(x);
  }

  private record Gradient(DoubleSupplier derivative) implements EnginePass {
    @Override
    public void forward() {
      var _ = derivative.getAsDouble();
    }

    @Override
    public void backward() {}

    @Override
    public List<double[]> answers() {
      return List.of(new double[] {derivative.getAsDouble()});
    }
  }
}
