package tapeline.grader.check;

import java.io.IOException;
import java.nio.file.Files;
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

/// Tests that Maven runs, and what its test runner reports of them in XML.
final class Surefire {
  private static final int LINES = 12;

  private Surefire() {}

  /// A Maven that tests.
  interface Run {
    /// The problem in a few words, or null.
    @Nullable String problem() throws IOException, InterruptedException;
  }

  /// Returns the properties that narrow a run to the classes with one of these words in their
  /// names; a project without such a class passes.
  static List<String> only(String names) {
    return List.of(
        "-Dtest=*" + names.replace(",", "*,*") + "*", "-Dsurefire.failIfNoSpecifiedTests=false");
  }

  /// The outcomes of the tests whose reports lie in a folder after the run; one outcome more, with
  /// the log, where no test tells of what went wrong.
  static List<Outcome> outcomes(String name, Path reports, Path log, Run run)
      throws IOException, InterruptedException {
    for (var old : reports(reports)) {
      Files.delete(old);
    }
    var problem = run.problem();
    var outcomes = outcomes(reports);
    if (outcomes.isEmpty()
        || (problem != null && outcomes.stream().allMatch(o -> o.problem() == null))) {
      outcomes.add(Outcome.failed(name, Course.read(log)));
    }
    return outcomes;
  }

  private static List<Path> reports(Path folder) throws IOException {
    return Course.files(folder, p -> p.toString().endsWith(".xml"));
  }

  private static List<Outcome> outcomes(Path reports) throws IOException {
    var outcomes = new ArrayList<Outcome>();
    for (var file : reports(reports)) {
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
