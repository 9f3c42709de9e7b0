package tapeline.grader.run;

import java.io.File;
import java.util.ArrayList;
import java.util.Comparator;
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
    command.addAll(List.of("-cp", archivesFirst(classPath), main));
    command.addAll(words);
    return new ProcessBuilder(command);
  }

  /// Returns a class path whose archives come before its folders. Behind them, each class of an
  /// archive would be looked for in each folder: a sixth of a program's start.
  public static String archivesFirst(String classPath) {
    var path = new ArrayList<>(List.of(classPath.split(File.pathSeparator, -1)));
    path.sort(Comparator.comparing(place -> !place.endsWith(".jar")));
    return String.join(File.pathSeparator, path);
  }
}
