package tapeline.instructor.service;

import java.io.PrintStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import tapeline.instructor.insight.ClassInsights;

/// `class`: its commands.
@Command(
    name = "class",
    mixinStandardHelpOptions = true,
    description =
        "A place to hand in: tokens, receipts, pages of one's own; what a class does not understand.")
public final class ClassCommands {
  private ClassCommands() {}

  /// Returns the command with its subcommands.
  public static CommandLine of(PrintStream out) {
    return new CommandLine(new ClassCommands())
        .addSubcommand(new ClassServe(out))
        .addSubcommand(new ClassInvite(out))
        .addSubcommand(new ClassRevoke(out))
        .addSubcommand(new ClassInsights(out));
  }
}
