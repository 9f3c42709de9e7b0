package tapeline.grader.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;
import tapeline.grader.course.Course;

/// The kernel's own tests, by Maven as an IDE runs them, and the kernel as Jupyter sees it.
record KernelChecks(Course course, NotebookCopy copy) {
  List<Outcome> outcomes() throws IOException, InterruptedException {
    var outcomes = new ArrayList<>(tests());
    var python = NotebookChecks.python();
    if (python == null) {
      outcomes.addAll(Script.missing("protocol", NotebookChecks.NO_PYTHON));
    } else {
      copy.reset();
      var log = course.target().resolve("protocol.log");
      var command =
          List.of(python, "notebooks/kernel/src/jupyter/protocol.py", copy.answers().toString());
      outcomes.addAll(Script.run("protocol", copy.command(log, command), log));
    }
    return outcomes;
  }

  private List<Outcome> tests() throws IOException, InterruptedException {
    var log = course.target().resolve("kernel-tests.log");
    // exec.skip keeps the grader, which is built too, from grading.
    var command = List.of("mvn", "-pl", "notebooks/kernel", "-am", "test", "-Dexec.skip");
    int code = copy.command(log, command).start().waitFor();
    var outcomes = new ArrayList<Outcome>();
    var reports = copy.folder().resolve("notebooks/kernel/target/surefire-reports");
    for (var file : Course.files(reports, p -> p.toString().endsWith(".xml"))) {
      try {
        var cases =
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getElementsByTagName("testcase");
        for (int i = 0; i < cases.getLength(); i++) {
          if (cases.item(i) instanceof Element test) {
            outcomes.add(Surefire.outcome(test));
          }
        }
      } catch (ParserConfigurationException | SAXException e) {
        outcomes.add(Outcome.failed(file.toString(), e.toString()));
      }
    }
    boolean explained = outcomes.stream().anyMatch(o -> o.problem() != null);
    if (outcomes.isEmpty() || (code != 0 && !explained)) {
      outcomes.add(Outcome.failed("the kernel's tests", Course.read(log)));
    }
    return outcomes;
  }
}
