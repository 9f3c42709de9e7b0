package tapeline.grader.course;

import java.nio.file.Path;

/// A folder `modules/00-…` of code that modules are given: hand-written, without exercises.
///
/// @param name the folder's name, for example `00-toolkit`
public record GivenFolder(String name, Path folder) {

  /// Its sources.
  public Path java() {
    return folder.resolve("src/main/java");
  }
}
