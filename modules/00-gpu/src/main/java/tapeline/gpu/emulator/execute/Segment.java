package tapeline.gpu.emulator.execute;

/// A compiled run of instructions. Most steps of a launch are one, and the JVM calls the method of
/// a class faster than an interface's.
public abstract class Segment implements Step {
  @Override
  public abstract void run(Warp warp, int mask);
}
