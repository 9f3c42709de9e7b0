package tapeline.instructor.insight;

/// The state of one exercise in one learner's work.
///
/// @param mistake why it failed, in a few words; empty where it did not
/// @param guessed whether the mistake is a guess of the grader's
record Answer(State state, String mistake, boolean guessed) {
  static final Answer NOT_STARTED = new Answer(State.NOT_STARTED, "", false);
  static final Answer PASSED = new Answer(State.PASSED, "", false);

  /// The states.
  enum State {
    NOT_STARTED,
    FAILED,
    PASSED
  }

  static Answer failed(String mistake, boolean guessed) {
    return new Answer(State.FAILED, mistake, guessed);
  }
}
