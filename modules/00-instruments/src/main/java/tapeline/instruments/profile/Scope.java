package tapeline.instruments.profile;

import org.jspecify.annotations.Nullable;

/// A part of a program that has a name in profiles, from [Track#open(String)] until it is closed.
/// Scopes lie one in the other, and close in the reverse order, on the thread that opened them.
public final class Scope implements AutoCloseable {
  /// The scope while no profiler runs.
  public static final Scope NONE = new Scope(null, "none", null, false);

  private final @Nullable Track track;
  private final String name;
  private final @Nullable Scope outer;
  private final boolean span;
  private boolean closed;

  /// Opens a scope.
  ///
  /// @param span whether a span was opened for it
  Scope(@Nullable Track track, String name, @Nullable Scope outer, boolean span) {
    this.track = track;
    this.name = name;
    this.outer = outer;
    this.span = span;
  }

  public String name() {
    return name;
  }

  @Nullable Scope outer() {
    return outer;
  }

  boolean isSpan() {
    return span;
  }

  /// @throws IllegalStateException when it is closed already, or is not the innermost open scope of
  ///   this thread
  @Override
  public void close() {
    if (track == null) {
      return;
    }
    long now = span ? track.now() : 0;
    var inner = track.innermost();
    var open = inner == null ? "none" : inner.name();
    if (closed) {
      throw new IllegalStateException(
          "a scope is closed once: %s is closed already, and the innermost open one is %s"
              .formatted(name, open));
    }
    if (inner != this || !track.isMine()) {
      throw new IllegalStateException(
          ("scopes close on their thread in the reverse order: %s, of %s, is closed by %s while the"
                  + " innermost open one is %s")
              .formatted(name, track.thread(), Thread.currentThread().getName(), open));
    }
    closed = true;
    track.close(this, now);
  }
}
