package tapeline.instructor.judge.duel;

import java.io.IOException;
import tapeline.competition.Event;

/// This machine has no card to judge a kernel's time on. No entry is to blame: the pair stays open,
/// and a run on a machine with a card judges it.
public final class NoCardException extends IOException {
  private static final long serialVersionUID = 1;

  private final String why;

  /// @param why there is none, as part of a sentence
  public NoCardException(Event event, String why) {
    super(
        ("this machine has no CUDA device (%s): judge %s on one that has, it stays open until then;"
                + " --event leaves it out")
            .formatted(why, event.id()));
    this.why = why;
  }

  /// Why there is none.
  public String why() {
    return why;
  }
}
