package tapeline.grader.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;
import tapeline.grader.course.Course;

/// Reads what Maven's test runner reports in XML.
final class Surefire {
  private static final int LINES = 12;

  private Surefire() {}

  /// The outcomes of the tests whose reports lie in a folder.
  static List<Outcome> outcomes(Path reports) throws IOException {
    var outcomes = new ArrayList<Outcome>();
    for (var file : Course.files(reports, p -> p.toString().endsWith(".xml"))) {
      try {
        var cases =
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getElementsByTagName("testcase");
        for (int i = 0; i < cases.getLength(); i++) {
          if (cases.item(i) instanceof Element test) {
            outcomes.add(outcome(test));
          }
        }
      } catch (ParserConfigurationException | SAXException e) {
        outcomes.add(Outcome.failed(file.toString(), e.toString()));
      }
    }
    return outcomes;
  }

  /// The outcome of a test, an element `testcase`.
  private static Outcome outcome(Element test) {
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
