package tapeline.tests.given.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tapeline.check.GradientReport;
import tapeline.check.StepSweep;
import tapeline.toolkit.Tabular;

class CheckTablesTest {
  @Test
  void a_report_prints_its_table_and_counts_its_verdicts_below() {
    var report = GradientReport.ops(1);
    assertThat(report.table().rows()).as("rows of the table").hasSameSizeAs(report.rows());
    assertThat(report.table().notes())
        .as("the note of ops(1)")
        .singleElement()
        .asString()
        .startsWith("agrees: ")
        .contains(", DIFFERS: 0, not differentiable: 1, ");
    printsItsTable(report);
  }

  @Test
  void a_sweep_prints_its_table_and_the_best_step_on_paper_below() {
    var sweep = StepSweep.of(Math::exp, 1, Math.E, Math.E);
    assertThat(sweep.table().rows()).as("rows of the table").hasSameSizeAs(sweep.rows());
    assertThat(sweep.table().notes())
        .as("the note of a sweep of exp at 1")
        .containsExactly("predicted best step 6.93e-06");
    printsItsTable(sweep);
  }

  private static void printsItsTable(Tabular value) {
    assertThat(value.toString()).as("toString()").isEqualTo(value.table().toString());
  }
}
