package tapeline.instructor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import tapeline.instructor.board.command.LeaderboardCommands;
import tapeline.instructor.board.run.JudgeFactory;
import tapeline.instructor.gradebook.GradebookCommand;
import tapeline.instructor.homework.SandboxCommand;
import tapeline.instructor.judge.EntryJudge;
import tapeline.instructor.judge.duel.JudgePlan;
import tapeline.instructor.sandbox.Sandbox;
import tapeline.instructor.service.ClassCommands;

/// The instructor's commands.
@Command(
    name = "tapeline",
    mixinStandardHelpOptions = true,
    description = "Judges entries, keeps the leaderboard, grades a class, takes what is handed in.")
public final class Instructor {
  private Instructor() {}

  public static void main(String[] args) {
    System.exit(run(args, new Judges()));
  }

  private static final class Judges implements JudgeFactory {
    @Override
    public EntryJudge judge(boolean quick) throws IOException {
      return EntryJudge.open(quick ? JudgePlan.QUICK : JudgePlan.OFFICIAL);
    }

    @Override
    public void require() {
      Sandbox.require();
    }
  }

  /// Does what the words say; the exit code.
  public static int run(String[] args, JudgeFactory judges) {
    var out = standardOutput();
    int code = commands(judges, out).execute(args);
    out.flush();
    return code;
  }

  static CommandLine commands(JudgeFactory judges, PrintStream out) {
    return new CommandLine(new Instructor())
        .addSubcommand(LeaderboardCommands.of(judges, out))
        .addSubcommand(ofThisCourse(new GradebookCommand()))
        .addSubcommand(ofThisCourse(ClassCommands.of(out)))
        .addSubcommand(ofThisCourse(new SandboxCommand(out)))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler((e, line, _) -> problem(e, line))
        .setParameterExceptionHandler((e, _) -> misspelt(e));
  }

  /// Its course is the one that the launcher belongs to, unless another is named.
  private static CommandLine ofThisCourse(Object command) {
    return (command instanceof CommandLine line ? line : new CommandLine(command))
        .setDefaultValueProvider(argument ->
            argument instanceof OptionSpec option && option.longestName().equals("--course")
                ? System.getProperty("tapeline.root")
                : null);
  }

  /// A wrong request, a machine that cannot do it, or a file that cannot be read or written, is
  /// told in a sentence; anything else is our mistake, and shown with its trace.
  private static int problem(Exception e, CommandLine line) {
    if (e instanceof IllegalArgumentException || e instanceof IllegalStateException) {
      line.getErr().println(e.getMessage());
    } else if (e instanceof IOException || e instanceof UncheckedIOException) {
      line.getErr().println(said(e));
    } else {
      e.printStackTrace(line.getErr());
    }
    return 1;
  }

  private static String said(Exception e) {
    var inner = e.getCause();
    var cause = e instanceof UncheckedIOException && inner != null ? inner : e;
    var why =
        switch (cause) {
          case NoSuchFileException n -> "there is no " + n.getFile();
          case AccessDeniedException a -> "this user may not read or write " + a.getFile();
          case CharacterCodingException _ -> "it is no text in UTF-8";
          default -> cause.toString();
        };
    return e instanceof UncheckedIOException ? e.getMessage() + ": " + why : why;
  }

  /// A wrong command line is told in a sentence, and where its words are explained.
  private static int misspelt(ParameterException e) {
    var line = e.getCommandLine();
    line.getErr().println(e.getMessage());
    UnmatchedArgumentException.printSuggestions(e, line.getErr());
    line.getErr().println("./" + line.getCommandSpec().qualifiedName() + " --help says more");
    return line.getCommandSpec().exitCodeOnInvalidInput();
  }

  /// UTF-8 but on Windows, whose consoles say what they take.
  private static PrintStream standardOutput() {
    return System.getProperty("os.name", "").startsWith("Windows")
        ? System.out
        : new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
  }
}
