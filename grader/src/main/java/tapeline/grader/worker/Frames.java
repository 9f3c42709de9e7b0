package tapeline.grader.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The lines of a stack that a learner can do something about, innermost first.
final class Frames {
  private static final int MOST = 12;
  private static final Set<String> OTHERS = Set.of("java", "jdk", "sun", "org", "com", "javax");

  private Frames() {}

  /// Each line as `class#method#file#line`; frames of the JDK, JUnit, AssertJ and the grader are
  /// left out, and so is what repeats or has a `#` in its names, which code under test may make up.
  static List<String> of(StackTraceElement[] stack) {
    var frames = new ArrayList<String>();
    for (var e : stack) {
      var type = e.getClassName();
      int dot = type.indexOf('.');
      if ((dot > 0 && OTHERS.contains(type.substring(0, dot)))
          || type.startsWith("tapeline.grader.")) {
        continue;
      }
      var line = type + "#" + e.getMethodName() + "#" + e.getFileName() + "#" + e.getLineNumber();
      if (line.chars().filter(c -> c == '#').count() == 3 && !frames.contains(line)) {
        frames.add(line);
      }
      if (frames.size() == MOST) {
        break;
      }
    }
    return frames;
  }
}
