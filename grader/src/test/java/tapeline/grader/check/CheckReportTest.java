package tapeline.grader.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.grader.need.Need;

class CheckReportTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final CheckReport report = new CheckReport(new PrintStream(said, true, UTF_8));

  private void group(String name, Outcome... outcomes) {
    report.add(
        new CheckGroup(name, "", name, _ -> List.of()),
        new GroupResult(name, List.of(outcomes), 1));
  }

  @Test
  void the_last_lines_name_once_which_packages_bring_skipped_groups_back() {
    group("book", Outcome.passed("a"), Outcome.skipped("b", Need.NPM.reason("there is no npm")));
    group(
        "browser",
        Outcome.skipped("c", "Aborted: " + Need.NPM.reason("there is no npm")),
        Outcome.skipped("d", Need.FONTS.reason("fc-list knows of none")),
        Outcome.skipped("e", "this machine has no card"));
    assertThat(report.end()).isTrue();
    assertThat(said.toString(UTF_8))
        .endsWith(
            """
            skipped without npm: book, browser
            skipped without fonts: browser
            sudo apt-get install npm fontconfig fonts-dejavu-core
            1 passed, 0 failed, 4 skipped
            """);
  }

  @Test
  void tests_that_are_skipped_for_one_reason_take_one_line() {
    var aborted = "org.opentest4j.TestAbortedException: Assumption failed: no card\n\tat A.b";
    group("book", Outcome.skipped("a", aborted), Outcome.skipped("b", "no card"));
    group("lint", Outcome.skipped("c", "no disk"));
    report.end();
    assertThat(said.toString(UTF_8).lines().filter(l -> l.startsWith(" ")))
        .containsExactly("  skipped  2 tests: no card", "  skipped  c: no disk");
  }

  @Test
  void where_nothing_is_lacking_nothing_is_to_be_installed() {
    group("book", Outcome.skipped("b", "this machine has no card"));
    report.end();
    assertThat(said.toString(UTF_8)).doesNotContain("apt-get").doesNotContain("without");
  }
}
