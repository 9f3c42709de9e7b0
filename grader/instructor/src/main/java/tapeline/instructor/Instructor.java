package tapeline.instructor;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The instructor's commands.
@Command(
    name = "tapeline",
    mixinStandardHelpOptions = true,
    description = "Judges entries, keeps the leaderboard, grades a class.")
public final class Instructor {
  private Instructor() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new Instructor()).execute(args));
  }
}
