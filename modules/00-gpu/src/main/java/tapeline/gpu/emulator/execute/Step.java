package tapeline.gpu.emulator.execute;

/// One instruction, or a compiled run of them, carried out for the lanes of a warp whose bit is set
/// in `mask`.
@FunctionalInterface
public interface Step {
  void run(Warp warp, int mask);
}
