package tapeline.instructor.board;

import tapeline.instructor.database.RunProcess;

/// A run of the leaderboard, as the board keeps it.
///
/// @param ended empty while it goes on, and for ever when it was killed
/// @param total pairs to judge at most
/// @param done of them
/// @param doing what is judged now
/// @param news when it last said so, ISO 8601
public record BoardRun(
    int seq,
    String started,
    String ended,
    int total,
    int done,
    String doing,
    RunProcess process,
    String news) {

  /// The state of a run, as far as this machine can know it.
  public enum State {
    ENDED,
    JUDGING,
    /// It is judging, or was killed: its process is on another machine.
    JUDGING_ELSEWHERE,
    /// Its process is gone, and did not say that it had ended.
    STOPPED
  }

  public State state() {
    if (!ended.isEmpty()) {
      return State.ENDED;
    }
    return switch (process.life()) {
      case GOES_ON -> State.JUDGING;
      case ELSEWHERE -> State.JUDGING_ELSEWHERE;
      case GONE -> State.STOPPED;
    };
  }

  /// `12 of at most 40 pairs`.
  public String progress() {
    return "%d of at most %d pairs".formatted(done, Math.max(total, done));
  }

  /// When it was last heard of.
  public String lastHeard() {
    return BoardWords.moment(news.isEmpty() ? started : news);
  }

  /// A sentence about a run that stopped: when, and how much it had judged.
  public String stopped() {
    return "The last run stopped after %s, before its end: it had judged %s."
        .formatted(lastHeard(), progress());
  }
}
