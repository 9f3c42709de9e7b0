package tapeline.roofline;

/// The ways to make an op faster, by what it waits for.
public enum Remedy {
  /// Most of the time is spent on the call, not on its numbers.
  BATCH("fewer, larger calls: batch them"),
  /// Neither ceiling is near: instructions depend on each other, or are not vectors.
  BETTER_LOOP("a better loop: vectors, tiles, threads"),
  /// The bytes arrive no faster.
  FUSE("fewer bytes: fuse with its neighbours, 16 bits"),
  /// The units compute no faster.
  FEWER_FLOPS("near the roof: fewer FLOPs, faster units");

  private final String text;

  Remedy(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
