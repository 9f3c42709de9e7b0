package tapeline.grader.report;

import java.io.StringWriter;
import java.math.BigDecimal;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.Problem;
import tapeline.grader.result.TestResult;
import tapeline.grader.result.Verdict;

/// A grading in the XML that CI servers read as JUnit's: an exercise is a `testsuite`.
///
/// `NOT_STARTED` is written as skipped, `FAILED` as a failure, every other verdict that is not
/// `PASSED` as an error. An exercise whose problem is not that of one of its tests gets a test case
/// of its own, named by its title. The form is that of `surefire-test-report.xsd` (Apache Maven),
/// with `testsuites` around it.
public final class JUnitXmlReport {
  private final XMLStreamWriter xml;

  private JUnitXmlReport(XMLStreamWriter xml) {
    this.xml = xml;
  }

  /// The whole document, ended by `\n`.
  public static String render(Grades grades) {
    var out = new StringWriter();
    try {
      var xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out);
      new JUnitXmlReport(xml).write(grades);
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("cannot write the JUnit XML report", e);
    }
    return out.append('\n').toString();
  }

  private void write(Grades grades) throws XMLStreamException {
    var all = new JUnitCounts();
    double seconds = 0;
    for (var m : grades.modules()) {
      m.exercises().forEach(all::add);
      seconds += m.seconds();
    }
    xml.writeStartDocument("UTF-8", "1.0");
    line(0);
    xml.writeStartElement("testsuites");
    attribute("name", "Tapeline");
    attributes(all, seconds);
    for (var m : grades.modules()) {
      for (var e : m.exercises()) {
        write(grades, m, e);
      }
    }
    line(0);
    xml.writeEndElement();
    xml.writeEndDocument();
  }

  private void write(Grades grades, ModuleResult module, ExerciseResult e)
      throws XMLStreamException {
    var counts = new JUnitCounts();
    counts.add(e);
    double seconds = 0;
    for (var t : e.tests()) {
      seconds += t.seconds();
    }
    line(1);
    xml.writeStartElement("testsuite");
    attribute("name", e.exercise().id() + " " + e.exercise().title());
    attribute("package", module.module().name());
    attributes(counts, seconds);
    attribute("timestamp", grades.when().toString());
    line(2);
    xml.writeStartElement("properties");
    property("graded", module.graded());
    property("jdk", grades.jdk());
    property("seed", Long.toString(grades.seed()));
    property("points", Words.of(e.earned(), e.exercise().points()));
    property("note", e.note());
    property("likelyMistake", e.likelyMistake());
    line(2);
    xml.writeEndElement();
    for (var t : e.tests()) {
      write(module, t);
    }
    if (JUnitCounts.hasOwnCase(e)) {
      startCase(module.module().name(), e.exercise().title(), 0);
      outcome(e.verdict(), e.problem());
      line(2);
      xml.writeEndElement();
    }
    line(1);
    xml.writeEndElement();
  }

  private void write(ModuleResult module, TestResult t) throws XMLStreamException {
    startCase(module.module().name() + "." + t.testClass(), t.name(), t.seconds());
    outcome(t.verdict(), t.problem());
    if (!t.output().isEmpty()) {
      line(3);
      xml.writeStartElement("system-out");
      xml.writeCharacters(Chars.printable(t.output()));
      xml.writeEndElement();
    }
    if (t.verdict() != Verdict.PASSED || !t.output().isEmpty()) {
      line(2);
    }
    xml.writeEndElement();
  }

  private void startCase(String className, String name, double seconds) throws XMLStreamException {
    line(2);
    xml.writeStartElement("testcase");
    attribute("classname", className);
    attribute("name", name);
    attribute("time", time(seconds));
  }

  private void outcome(Verdict verdict, @Nullable Problem problem) throws XMLStreamException {
    if (verdict == Verdict.PASSED) {
      return;
    }
    line(3);
    xml.writeStartElement(
        switch (verdict) {
          case FAILED -> "failure";
          case NOT_STARTED -> "skipped";
          case PASSED, DOES_NOT_COMPILE, SIGNATURE_CHANGED, TIMED_OUT, CRASHED, UNDECIDED ->
              "error";
        });
    attribute("message", problem == null ? verdict.toString() : problem.headline());
    if (verdict != Verdict.NOT_STARTED) {
      attribute("type", verdict.name());
      xml.writeCharacters(problem == null ? verdict.toString() : body(problem));
    }
    xml.writeEndElement();
  }

  private static String body(Problem problem) {
    var out = new StringBuilder(problem.told()).append('\n');
    var at = problem.at();
    if (at != null) {
      out.append("at ").append(Words.place(at)).append('\n');
      if (at.code() != null) {
        out.append("    ").append(at.code()).append('\n');
      }
    }
    for (var f : problem.frames()) {
      out.append("  ").append(f).append('\n');
    }
    return Chars.printable(out.toString());
  }

  private void property(String name, @Nullable String value) throws XMLStreamException {
    if (value != null) {
      line(3);
      xml.writeEmptyElement("property");
      attribute("name", name);
      attribute("value", value);
    }
  }

  private void attributes(JUnitCounts counts, double seconds) throws XMLStreamException {
    attribute("tests", Integer.toString(counts.tests));
    attribute("failures", Integer.toString(counts.failures));
    attribute("errors", Integer.toString(counts.errors));
    attribute("skipped", Integer.toString(counts.skipped));
    attribute("time", time(seconds));
  }

  private static String time(double seconds) {
    return BigDecimal.valueOf(Math.round(seconds * 1000), 3).toPlainString();
  }

  private void attribute(String name, String value) throws XMLStreamException {
    xml.writeAttribute(name, Chars.printable(value));
  }

  private void line(int depth) throws XMLStreamException {
    xml.writeCharacters("\n" + "  ".repeat(depth));
  }
}
