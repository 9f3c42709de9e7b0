package tapeline.instructor.judge.duel;

import java.io.IOException;
import tapeline.instructor.judge.verdict.RuleBroken;

/// The other side broke a rule: the entry is not to blame.
public final class OtherBroken extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean ofMachine;

  private OtherBroken(String other, RuleBroken why) {
    super(other + ": " + why.reason(), why);
    ofMachine = why.defence().isOfMachine();
  }

  /// Something that the other side is asked for.
  @FunctionalInterface
  public interface Call<T> {
    T run() throws IOException, RuleBroken;
  }

  /// The result of a call to the other side.
  ///
  /// @param other its name
  /// @throws OtherBroken when it breaks a rule
  public static <T> T blaming(String other, Call<T> call) throws IOException, OtherBroken {
    try {
      return call.run();
    } catch (RuleBroken e) {
      throw new OtherBroken(other, e);
    }
  }

  /// Returns whether it took too long or its process ended, which may come of the machine.
  public boolean isOfMachine() {
    return ofMachine;
  }
}
