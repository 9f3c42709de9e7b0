package tapeline.grader.run;

import java.util.ArrayList;
import java.util.List;

/// A JVM that this one starts, of the same JDK. Its main class lets it end with its parent
/// (`worker.ParentProcess`, the toolkit's `ProgramParent`).
public final class ChildJvm {
  private ChildJvm() {}

  /// Returns the command that runs `main` with these words.
  public static ProcessBuilder of(
      List<String> flags, String classPath, String main, List<String> words) {
    var command = new ArrayList<>(List.of(Jvm.java().toString(), Jvm.NATIVE_ACCESS));
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(words);
    return new ProcessBuilder(command);
  }
}
