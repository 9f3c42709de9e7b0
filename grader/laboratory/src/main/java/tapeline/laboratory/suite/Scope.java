package tapeline.laboratory.suite;

/// How much of a program a measurement covers. A gain in one scope need not show in the next.
public enum Scope {
  /// One op, or a chain of like ones.
  MICRO("micro"),
  /// Ops that belong together: a layer, a loss, a block.
  COMPONENT("component"),
  /// All that a user waits for.
  END_TO_END("end-to-end");

  private final String word;

  Scope(String word) {
    this.word = word;
  }

  @Override
  public String toString() {
    return word;
  }
}
