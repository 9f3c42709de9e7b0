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
  /// @param main the program's main class, which a cluster's nodes start again
  /// @param judges makes the judge where one is needed
  public static CommandLine of(Class<?> main, JudgeFactory judges, PrintStream out) {
    return new CommandLine(new LeaderboardCommands())
        .addSubcommand(new RunCommand(main, judges, out))
        .addSubcommand(new SiteCommand(out))
        .addSubcommand(new ServeCommand(out))
        .addSubcommand(new RejudgeCommand(judges, out))
        .addSubcommand(new JudgeOneCommand(judges));
  }
}
