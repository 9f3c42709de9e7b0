package tapeline.launcher;

import java.nio.file.Files;
import java.nio.file.Path;

/// Ends the JVM that runs it, Maven's own, with the exit code that a program left in a file: what
/// [GraderLauncher] does for the notebooks' launcher, which Maven builds at each start.
final class MavenExit {
  private MavenExit() {}

  public static void main(String[] args) throws Exception {
    int code = Integer.parseInt(Files.readString(Path.of(args[0])).strip());
    if (code != 0) {
      System.exit(code);
    }
  }
}
