package tapeline.start;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Ends the JVM that runs it, Maven's own, with the exit code that the notebooks' launcher left in a
 * file. A failing {@code exec:exec} would make Maven print a page about a failed plugin, and the
 * learner has already read the launcher's words. Compiled for Java 17.
 */
final class Exit {
  private Exit() {}

  public static void main(String[] args) throws Exception {
    int code = Integer.parseInt(Files.readString(Path.of(args[0])).strip());
    if (code != 0) {
      System.exit(code);
    }
  }
}
