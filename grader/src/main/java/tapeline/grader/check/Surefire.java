package tapeline.grader.check;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/// Reads what Maven's test runner reports in XML.
final class Surefire {
  private static final int LINES = 12;

  private Surefire() {}

  /// What became of a test, an element `testcase`.
  static Outcome outcome(Element test) {
    var type = test.getAttribute("classname");
    var name = type.substring(type.lastIndexOf('.') + 1) + "." + test.getAttribute("name");
    var failure = child(test, "failure");
    var error = child(test, "error");
    return new Outcome(name, failure != null ? failure : error, child(test, "skipped"));
  }

  private static @Nullable String child(Element test, String tag) {
    if (!(test.getElementsByTagName(tag).item(0) instanceof Element found)) {
      return null;
    }
    var text = found.getTextContent().strip();
    return text.isEmpty()
        ? found.getAttribute("message")
        : text.lines().limit(LINES).collect(Collectors.joining("\n"));
  }
}
