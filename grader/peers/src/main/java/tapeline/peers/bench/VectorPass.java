package tapeline.peers.bench;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.accel.VectorBackend;
import tapeline.accel.product.BlockSizes;
import tapeline.tensor.Backend;

/// A pass of ours on [VectorBackend], in steps whose arrays serve the next one.
final class VectorPass implements EnginePass {
  private static int threads = 1;

  private final EnginePass pass;
  private final VectorBackend vectors;
  private Backend.@Nullable Use use;
  private Backend.@Nullable Use step;

  /// @param fused whether one op may do the work of several
  VectorPass(EnginePass pass, boolean fused) {
    var backend = new VectorBackend(BlockSizes.USUAL, threads);
    this.pass = pass;
    vectors = fused ? backend : backend.opByOp();
  }

  /// How many threads those made from here on have.
  static void setThreads(int count) {
    threads = count;
  }

  @Override
  public void begin() {
    use = Backend.use(vectors);
  }

  @Override
  public void end() {
    step = closed(step);
    use = closed(use);
  }

  private static Backend.@Nullable Use closed(Backend.@Nullable Use use) {
    if (use != null) {
      use.close();
    }
    return null;
  }

  /// A step ends where the next one begins: some passes have no backward.
  @Override
  public void forward() {
    step = closed(step);
    step = vectors.step();
    pass.forward();
  }

  @Override
  public void backward() {
    pass.backward();
  }

  /// Returns the answers of the second of two steps, as it is timed: its arrays hold what the first
  /// has left.
  @Override
  public List<double[]> answers() {
    try (var _ = Backend.use(vectors)) {
      try (var _ = vectors.step()) {
        var _ = pass.answers();
      }
      try (var _ = vectors.step()) {
        return pass.answers();
      }
    }
  }

  @Override
  public long peakBytes() {
    try (var _ = Backend.use(vectors)) {
      return pass.peakBytes();
    }
  }
}
