package tapeline.instructor.judge.verdict;

/// A defence, which stops an entry that breaks a rule.
public enum Defence {
  ARCHIVE("the archive's limits"),
  MANIFEST("the manifest's rules"),
  COMPILER("the compiler, in a cell"),
  ALLOW_LIST("the list of what code may name"),
  SET_UP("the time to start"),
  DEADLINE("the time for an answer"),
  BUDGET("the time for all answers"),
  PROCESS("the JVM of its own, which ended"),
  EXCEPTION("the JVM of its own, in which it failed"),
  PROTOCOL("one answer for each question"),
  FLOOD("the limit on what it prints"),
  SHAPE("the answer's length"),
  ORACLE("the right answers, which only the judge has"),
  ACCURACY("the share that has to be right"),
  ROOFLINE("the least time that the work can take"),
  REPEATS("questions that are asked again"),
  RATIO("a person looks at what is this much better"),
  SPREAD("its usual answers beside its fast ones"),
  KERNEL("the emulator's checks"),
  CARD("the card, which stopped the kernel"),
  CLOCKS("this machine's clock beside the card's"),
  OTHER("a rule that the other entry broke");

  private final String text;

  Defence(String text) {
    this.text = text;
  }

  /// Returns whether a busy machine, or one without memory left, may bring an honest entry to it.
  public boolean isOfMachine() {
    return this == SET_UP || this == DEADLINE || this == BUDGET || this == PROCESS;
  }

  /// For people, for example `the time for an answer`.
  public String text() {
    return text;
  }
}
