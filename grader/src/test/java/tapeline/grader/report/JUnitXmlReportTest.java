package tapeline.grader.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.Verdict;

class JUnitXmlReportTest {
  private static Element parse(Grades grades) throws Exception {
    var builder = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
    var source = new InputSource(new StringReader(JUnitXmlReport.render(grades)));
    return builder.parse(source).getDocumentElement();
  }

  private static List<Element> all(Element in, String name) {
    var out = new ArrayList<Element>();
    var nodes = in.getElementsByTagName(name);
    for (int i = 0; i < nodes.getLength(); i++) {
      out.add((Element) nodes.item(i));
    }
    return out;
  }

  private static Element suite(Element root, String name) {
    return all(root, "testsuite").stream()
        .filter(e -> e.getAttribute("name").startsWith(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void an_exercise_is_a_suite_and_its_tests_are_cases() throws Exception {
    var suite = suite(parse(Examples.everyVerdict()), "03.2");
    assertThat(suite.getAttribute("name")).as("suite").isEqualTo("03.2 requires-grad filtering");
    assertThat(suite.getAttribute("package")).as("package").isEqualTo("03-tape-reuse");
    assertThat(suite.getAttribute("time")).as("3 tests of 12 ms").isEqualTo("0.036");
    assertThat(suite.getAttribute("timestamp")).as("time").isEqualTo("2026-03-01T10:15:30Z");
    assertThat(all(suite, "testcase"))
        .as("cases")
        .extracting(e -> e.getAttribute("classname") + " " + e.getAttribute("name"))
        .containsExactly(
            "03-tape-reuse.FlatTapeTest variables_are_recorded",
            "03-tape-reuse.FlatTapeTest constants_are_folded_not_recorded",
            "03-tape-reuse.FlatTapeTest mixed_operands_are_recorded");
    assertThat(all(suite, "property"))
        .as("properties")
        .extracting(e -> e.getAttribute("name") + "=" + e.getAttribute("value"))
        .containsExactly(
            "graded=your files on the reference solutions of 01 to 02",
            "jdk=25.0.2",
            "seed=42",
            "points=0/20",
            "note=graded on the reference solution of 03.1",
            "likelyMistake=records every operation. Which operands can still change?");
  }

  @Test
  void a_failure_holds_message_place_code_and_frames_and_the_output_stands_beside_it()
      throws Exception {
    var suite = suite(parse(Examples.everyVerdict()), "03.2");
    var failure = all(suite, "failure").getFirst();
    assertThat(failure.getAttribute("message"))
        .as("the first line")
        .isEqualTo(Examples.WRONG.headline());
    assertThat(failure.getAttribute("type")).as("type").isEqualTo("FAILED");
    assertThat(failure.getTextContent())
        .as("the body")
        .isEqualTo(
            Examples.WRONG.text()
                + "\nat "
                + Examples.PATH
                + ":57\n    record(MULTIPLY, a, b);\n"
                + "  tapeline.reuse.FlatTape.multiply(FlatTape.java:57)\n");
    assertThat(all(suite, "system-out"))
        .as("output")
        .extracting(Element::getTextContent)
        .containsExactly("n = 7\nn = 8\n");
  }

  @Test
  void not_started_is_skipped_failed_a_failure_and_all_else_an_error() throws Exception {
    var root = parse(Examples.everyVerdict());
    assertThat(all(suite(root, "03.3"), "skipped")).as("03.3, not started").hasSize(1);
    assertThat(all(suite(root, "03.2"), "failure")).as("03.2, failed").hasSize(1);
    for (var id : List.of("03.4", "03.5", "03.6", "03.7", "03.8")) {
      assertThat(all(suite(root, id), "error")).as("errors of %s", id).hasSize(1);
    }
    assertThat(all(suite(root, "03.4"), "testcase"))
        .as("03.4 does not compile: a case of its own, named by the exercise")
        .extracting(e -> e.getAttribute("name"))
        .containsExactly("tape statistics");
    assertThat(all(suite(root, "03.1"), "testcase")).as("cases of 03.1, passed").hasSize(2);
  }

  @Test
  void an_exercise_that_is_stopped_after_a_failure_has_a_case_of_its_own() throws Exception {
    var e = Examples.failed();
    var stopped = Examples.stopped(2, "filtering", Verdict.CRASHED, "exit status 3");
    var both =
        new ExerciseResult(e.exercise(), Verdict.CRASHED, e.tests(), stopped.problem(), null, null);
    var suite = suite(parse(Examples.of(Examples.module(3, "03-tape-reuse", both))), "03.2");
    assertThat(all(suite, "error"))
        .as("the crash, beside the failure of a test")
        .extracting(x -> x.getAttribute("message"))
        .containsExactly("exit status 3");
    assertThat(suite.getAttribute("tests")).as("three tests and the crash").isEqualTo("4");
  }

  @Test
  void the_counts_are_those_of_the_cases() throws Exception {
    var root = parse(Examples.everyVerdict());
    var counted = new ArrayList<>(all(root, "testsuite"));
    counted.add(root);
    for (var e : counted) {
      var name = e.getAttribute("name");
      assertThat(e.getAttribute("tests"))
          .as("tests of %s", name)
          .isEqualTo("" + all(e, "testcase").size());
      assertThat(e.getAttribute("failures"))
          .as("failures of %s", name)
          .isEqualTo("" + all(e, "failure").size());
      assertThat(e.getAttribute("errors"))
          .as("errors of %s", name)
          .isEqualTo("" + all(e, "error").size());
      assertThat(e.getAttribute("skipped"))
          .as("skipped of %s", name)
          .isEqualTo("" + all(e, "skipped").size());
    }
    assertThat(root.getAttribute("time")).as("time of all").isEqualTo("0.440");
  }

  @Test
  void what_xml_cannot_hold_is_replaced_and_the_rest_is_escaped() throws Exception {
    var hostile = "]]></system-out><b a=\"'&amp;\u0000\u001b\ud800\uffff\ud83d\ude00";
    var problem = Examples.problem(hostile, 57, hostile);
    var failed = Examples.failedWith(1, problem, hostile);
    var root = parse(Examples.of(Examples.module(3, hostile, failed)));
    var shown = "]]></system-out><b a=\"'&amp;\ufffd\ufffd\ufffd\ufffd\ud83d\ude00";
    assertThat(all(root, "system-out").getFirst().getTextContent()).as("output").isEqualTo(shown);
    assertThat(all(root, "failure").getFirst().getTextContent()).as("body").startsWith(shown);
    assertThat(all(root, "failure").getFirst().getAttribute("message"))
        .as("an attribute")
        .isEqualTo(shown);
    assertThat(all(root, "b")).as("elements that the learner made").isEmpty();
  }
}
