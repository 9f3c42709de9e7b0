package tapeline.instructor.homework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;

/// The modules in homework, found and laid out as for a grading, with nothing compiled or run.
///
/// @param names of the modules
/// @param leftOut names of files that do not count
public record HandedInModules(List<String> names, List<String> leftOut) {
  /// Looks into an archive.
  ///
  /// @param scratch an empty folder
  /// @throws Refused when no module is there, or something that homework has no need of
  public static HandedInModules of(Course course, Path zip, Path scratch)
      throws IOException, Refused {
    var all = course.modules().stream().map(CourseModule::name).collect(Collectors.toSet());
    var found = SubmissionFolder.find(List.of(zip), scratch.resolve("unpacked"), all);
    var names = new ArrayList<String>();
    var leftOut = new ArrayList<String>();
    for (var module : course.modules()) {
      var handedIn = found.resolve(module.name());
      if (Files.exists(handedIn)) {
        var laid = scratch.resolve("laid").resolve(module.name());
        leftOut.addAll(SubmittedFiles.lay(course, module, handedIn, laid).leftOut());
        names.add(module.name());
      }
    }
    return new HandedInModules(names, leftOut);
  }
}
