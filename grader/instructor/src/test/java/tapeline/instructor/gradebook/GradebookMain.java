package tapeline.instructor.gradebook;

import picocli.CommandLine;

/// The command alone, in a process that can be killed.
final class GradebookMain {
  private GradebookMain() {}

  static void main(String[] args) {
    System.exit(new CommandLine(new GradebookCommand(GradebookMain.class)).execute(args));
  }
}
