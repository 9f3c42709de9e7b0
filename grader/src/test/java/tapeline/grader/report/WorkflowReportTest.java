package tapeline.grader.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.result.Problem;
import tapeline.grader.result.Verdict;

class WorkflowReportTest {
  @TempDir Path temp;

  @Test
  void what_was_started_and_did_not_pass_has_an_annotation_at_its_line() {
    var lines = WorkflowReport.annotations(Examples.everyVerdict());
    assertThat(lines).hasSize(6);
    assertThat(lines.getFirst())
        .startsWith(
            "::error file=modules/03-tape-reuse/src/main/java/tapeline/reuse/FlatTape.java,line=57,"
                + "title=03.2 requires-grad filtering%3A failed::")
        .contains("%0A")
        .endsWith("records every operation. Which operands can still change?");
    assertThat(lines.getLast()).startsWith("::warning ").contains("95 %25 interval");
    assertThat(lines).allSatisfy(l -> assertThat(l.lines()).hasSize(1));
  }

  @Test
  void a_message_with_a_table_s_signs_stays_in_its_cell() {
    var problem = new Problem("a | b\n<img src=x> `c`", null, List.of());
    var grades =
        Examples.of(
            Examples.module(3, "03-tape-reuse", Examples.failedWith(1, problem, "printed")));
    var row = WorkflowReport.summary(grades).lines().filter(l -> l.contains("03.1")).findFirst();
    assertThat(row)
        .hasValueSatisfying(r -> assertThat(r).contains("a \\| b").doesNotContain("<img"));
    var tag = new Problem("<img src=x>|", null, List.of());
    assertThat(
            WorkflowReport.summary(
                Examples.of(Examples.module(3, "03-x", Examples.failedWith(1, tag, "")))))
        .contains("&lt;img src=x>\\| |");
  }

  @Test
  void the_summary_has_a_table_of_what_was_started_and_names_the_rest() {
    var summary =
        WorkflowReport.summary(
            Examples.of(
                Examples.module(3, "03-tape-reuse", Examples.passed(1, "growth", 10)),
                Examples.module(4, "04-tensor-ops", Examples.notStarted(1, "views", 20))));
    assertThat(summary)
        .contains(
            "### 03-tape-reuse: 10/10 points", "| ✓ | 03.1 growth | passed | 2/2 tests | 10/10 |")
        .contains("Not started: 04-tensor-ops")
        .doesNotContain("views");
  }

  @Test
  void outside_a_workflow_nothing_is_shown_and_in_one_the_summary_is_appended() throws IOException {
    var printed = new ByteArrayOutputStream();
    var out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    WorkflowReport.show(Examples.everyVerdict(), Map.of(), out);
    assertThat(printed.size()).isZero();
    var file = Files.writeString(temp.resolve("summary.md"), "before\n");
    var environment = Map.of("GITHUB_STEP_SUMMARY", file.toString());
    WorkflowReport.show(Examples.everyVerdict(), environment, out);
    assertThat(Files.readString(file))
        .startsWith("before\n### 03-tape-reuse")
        .contains("| ✗ | 03.2 requires-grad filtering | " + Verdict.FAILED);
    assertThat(printed.toString(StandardCharsets.UTF_8)).startsWith("::error ");
  }
}
