package tapeline.instructor.board.command;

import java.io.PrintStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import tapeline.instructor.board.run.JudgeFactory;

/// `leaderboard`: its commands.
@Command(
    name = "leaderboard",
    mixinStandardHelpOptions = true,
    description = "Judges entries, ranks them, and shows the ranks.")
public final class LeaderboardCommands {
  private LeaderboardCommands() {}

  /// The command with its subcommands.
  ///
  /// @param judges makes the judge where one is needed
  public static CommandLine of(JudgeFactory judges, PrintStream out) {
    return new CommandLine(new LeaderboardCommands())
        .addSubcommand(new RunCommand(judges, out))
        .addSubcommand(new SiteCommand(out))
        .addSubcommand(new ServeCommand(out))
        .addSubcommand(new RejudgeCommand(judges, out));
  }
}
