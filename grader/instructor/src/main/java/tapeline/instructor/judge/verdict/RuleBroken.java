package tapeline.instructor.judge.verdict;

/// An entry broke a rule: judging it ends here.
public final class RuleBroken extends Exception {
  private static final long serialVersionUID = 1;

  private final JudgeVerdict verdict;
  private final Defence defence;

  /// @param reason one sentence for its author, which names the rule and the value
  public RuleBroken(JudgeVerdict verdict, Defence defence, String reason) {
    super(reason);
    this.verdict = verdict;
    this.defence = defence;
  }

  /// It was run, and broke a rule.
  public static RuleBroken rejected(Defence defence, String reason) {
    return new RuleBroken(JudgeVerdict.REJECTED, defence, reason);
  }

  /// It is not as an entry has to be, and was not run.
  public static RuleBroken refused(Defence defence, String reason) {
    return new RuleBroken(JudgeVerdict.REFUSED, defence, reason);
  }

  public JudgeVerdict verdict() {
    return verdict;
  }

  public Defence defence() {
    return defence;
  }

  /// Why, in one sentence.
  public String reason() {
    return String.valueOf(getMessage());
  }
}
