package tapeline.kernel.reload;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// The course's classes were compiled again, and cells see them. Where only bodies of methods have
/// changed, the loaded classes get the new code; else another generation takes over.
///
/// @param now the classes that cells use from now on
/// @param lost the names of the variables that lost their value
/// @param old the classes that are no longer used
public record Reload(Generation now, Set<String> lost, CourseClasses old) {

  /// Lets cells see the classes that are in these folders at this moment.
  public static Reload of(Generation before, List<Path> folders) {
    var old = before.course();
    var course = CourseClasses.in(folders);
    if (HotSwap.of(before, course)) {
      return new Reload(before, Set.of(), old);
    }
    var now = before.over(course);
    return new Reload(now, new Carried(before, now).lost(), old);
  }
}
