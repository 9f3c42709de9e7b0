package tapeline.laboratory.output;

import java.nio.file.Path;

/// The folder in which a program of the laboratory leaves its files.
public final class OutputFolder {
  private OutputFolder() {}

  /// Returns `grader/target/NAME` of the course, which need not exist yet.
  public static Path of(String name) {
    return Path.of(System.getProperty("tapeline.root", "")).resolve("grader/target").resolve(name);
  }
}
