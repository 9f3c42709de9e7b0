package tapeline.instructor.service;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tapeline.grader.report.Html;
import tapeline.instructor.board.BoardEntry;
import tapeline.instructor.board.BoardWords;
import tapeline.instructor.board.page.PageParts;
import tapeline.instructor.board.page.SiteFrame;
import tapeline.instructor.board.page.VerdictTag;
import tapeline.instructor.receipt.Member;

/// The instructor's page: what was handed in, forms for decisions, and the log.
///
/// @param members all of the class
/// @param proof which each form sends back
record InstructorPage(InstructorDesk desk, List<Member> members, String proof) {
  private static final int RECEIPTS = 30;
  private static final int LEFT_OUT = 50;
  private static final int DECISIONS = 100;

  /// How far receipts may be ahead of the clock: one that comes often is a millisecond after the
  /// one before.
  private static final Duration AHEAD = Duration.ofMinutes(1);

  String render(SiteFrame frame) {
    return frame.page(
        "",
        "yours.html",
        "The class",
        "",
        html -> {
          html.element("h1", "The class");
          judging(html, frame);
          receipts(html);
          new DeadlinesSection(desk, members, new InstructorForm(html, proof)).write(html);
          marks(html);
          log(html);
          html.raw(
              """
              <form class="hand" method="post" action="/sign-out"><button>Sign out</button></form>
              """);
        });
  }

  private void judging(Html html, SiteFrame frame) {
    var form = new InstructorForm(html, proof);
    boolean stopped = desk.isStopped();
    html.raw("<section aria-labelledby=\"judging\"><h2 id=\"judging\">Judging</h2>\n");
    html.element(
        "p class=\"lead\"",
        stopped
            ? "The queue is stopped: what was begun is judged to its end, and runs wait."
            : "Runs claim what waits, one pair at a time.");
    form.begin("queue");
    html.raw("<input type=\"hidden\" name=\"do\" value=\"").raw(stopped ? "start" : "stop");
    html.raw("\">");
    form.button(stopped ? "Start the queue" : "Stop the queue");
    var judged =
        frame.view().entries().stream().filter(e -> frame.view().kept(e).isPresent()).toList();
    if (!judged.isEmpty()) {
      form.begin("rejudge");
      form.label("Entry").raw("<select name=\"entry\">");
      for (BoardEntry entry : judged.reversed()) {
        form.option(entry.hash(), InstructorDesk.shown(entry));
      }
      html.raw("</select></label>");
      form.button("Judge it again");
      html.element(
          "p class=\"meta\"",
          "Its verdict goes into the log, and the next run judges it with the same seed.");
    }
    html.raw("</section>\n");
  }

  private void receipts(Html html) {
    var form = new InstructorForm(html, proof);
    var found = desk.last(members, RECEIPTS, LEFT_OUT);
    var last = found.receipts();
    html.raw("<section aria-labelledby=\"receipts\"><h2 id=\"receipts\">Receipts</h2>\n");
    if (last.isEmpty()) {
      html.raw("<p class=\"lead\">There are none yet.</p></section>\n");
      return;
    }
    var now = desk.clock().instant();
    var latest = last.keySet().iterator().next().received();
    if (latest.isAfter(now.plus(AHEAD))) {
      html.element(
          "p class=\"result bad\"",
          "The last receipt is of %s, and this machine’s clock says %s: until then each receipt comes a millisecond after the one before. Put the clock right. What is late by this alone counts by a deadline after it, which you take away again."
              .formatted(latest, now));
    }
    PageParts.head(
        html,
        "stack",
        "Up to the last %d, and before them up to %d of entries that a run did not take%s"
            .formatted(
                RECEIPTS,
                LEFT_OUT,
                found.older() == 0 ? "" : "; %d more are older".formatted(found.older())),
        List.of("Receipt", "Handed in", "State"));
    last.forEach((receipt, state) -> {
      html.raw("<tr><th scope=\"row\">").raw(receipt.id()).raw("</th><td class=\"who\">");
      html.element("strong", InstructorDesk.member(members, receipt.member()).name());
      html.element("p class=\"meta\"", BoardWords.moment(receipt.received().toString()));
      html.element("p class=\"meta\"", receipt.recognised()).raw("</td><td class=\"wide\">");
      VerdictTag.write(html, state.word(), state.tone());
      html.element("p class=\"meta\"", state.sentence()).raw("</td></tr>\n");
    });
    html.raw("</tbody></table>\n");
    form.begin("accept");
    form.label("Receipt of a late hand-in");
    html.raw("<input name=\"receipt\" inputmode=\"numeric\" pattern=\"\\d+\" required></label>");
    form.button("Accept it");
    html.element(
        "p class=\"meta\"",
        "Of entries, one that a run left out as late. Its member has until then: for an entry the next run counts it, for homework the gradebook.");
    html.raw("</section>\n");
  }

  private void marks(Html html) {
    var form = new InstructorForm(html, proof);
    html.raw("<section aria-labelledby=\"marks\"><h2 id=\"marks\">Marks by hand</h2>\n");
    html.raw("<p class=\"lead\">A module’s marks lie in <code>by-hand/</code>, which");
    html.raw(" <code>gradebook --by-hand</code> reads.</p>");
    var rows = new ArrayList<List<String>>();
    desk.modules().forEach(module -> addMarks(html, module, rows));
    form.table("As the files have them", List.of("Student", "For", "Points", "Comment"), rows);
    form.begin("mark");
    form.label("Student");
    form.select("student", desk.students());
    form.label("Module");
    form.select("module", desk.modules());
    form.label("Exercise, or empty for the total");
    html.raw("<input name=\"exercise\" placeholder=\"07.3\"></label>");
    form.label("Points").raw("<input name=\"points\" inputmode=\"decimal\"></label>");
    form.label("Comment").raw("<input name=\"comment\" maxlength=\"500\" required></label>");
    form.button("Mark");
    html.raw("</section>\n");
  }

  /// Adds a module's marks; where a person has left a file that cannot be read, the page says so.
  private void addMarks(Html html, String module, List<List<String>> rows) {
    try {
      for (var row : desk.folder().byHand(module).rows()) {
        var work = row.exercise().isEmpty() ? module : row.exercise();
        rows.add(List.of(row.id(), work, row.total(), row.reason()));
      }
    } catch (IllegalArgumentException | UncheckedIOException e) {
      html.element("p class=\"result bad\"", String.valueOf(e.getMessage()));
    }
  }

  private void log(Html html) {
    var last = desk.log().last(DECISIONS);
    html.raw("<section aria-labelledby=\"log\"><h2 id=\"log\">Log</h2>\n");
    html.raw(last.isEmpty() ? "<p class=\"lead\">Nothing was decided yet.</p>" : "");
    new InstructorForm(html, proof)
        .table(
            "Up to the last %d decisions".formatted(DECISIONS),
            List.of("When", "Who", "What"),
            last.stream()
                .map(d -> List.of(BoardWords.moment("" + d.moment()), d.who(), d.what()))
                .toList());
    html.raw("</section>\n");
  }
}
