package tapeline.instruments.profile;

/// The work of a span, as it is recorded: its shapes and costs are looked up when the clock has
/// stopped. Its text is its name.
public interface Recorded {
  /// Returns whether it has come to its end; an op that threw has not.
  boolean isDone();

  /// Returns the work of this pass.
  Work work(Span.Kind kind);
}
