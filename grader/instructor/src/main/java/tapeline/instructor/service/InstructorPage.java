package tapeline.instructor.service;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import tapeline.grader.report.Html;
import tapeline.instructor.board.BoardEntry;
import tapeline.instructor.board.BoardWords;
import tapeline.instructor.board.page.SiteFrame;
import tapeline.instructor.board.page.VerdictTag;
import tapeline.instructor.gradebook.HandMarkFile;
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
    html.raw("<table class=\"stack\"><caption>Up to the last ").raw(RECEIPTS);
    html.raw(", and before them up to ").raw(LEFT_OUT);
    html.raw(" of entries that a run did not take");
    html.raw(found.older() == 0 ? "" : "; %d more are older".formatted(found.older()));
    html.raw("</caption>");
    form.head("Receipt", "Handed in", "State");
    last.forEach((receipt, state) -> {
      html.raw("<tr><th scope=\"row\">").raw(receipt.id()).raw("</th><td>");
      html.element("strong class=\"who\"", InstructorDesk.member(members, receipt.member()).name());
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
    var rows = new LinkedHashMap<String, List<HandMarkFile.Row>>();
    desk.modules().forEach(module -> rows.put(module, rows(html, module)));
    if (rows.values().stream().anyMatch(r -> !r.isEmpty())) {
      html.raw("<table class=\"stack\"><caption>As the files have them</caption>");
      form.head("Student", "For", "Mark");
      rows.forEach((module, its) -> its.forEach(row -> mark(html, module, row)));
      html.raw("</tbody></table>\n");
    }
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

  private static void mark(Html html, String module, HandMarkFile.Row row) {
    html.raw("<tr>").element("th scope=\"row\" class=\"who\"", row.id());
    html.element("td class=\"wide\"", row.exercise().isEmpty() ? module : row.exercise());
    html.raw("<td class=\"wide\">").element("strong", row.total());
    html.element("p class=\"meta\"", row.reason()).raw("</td></tr>\n");
  }

  /// Returns a module's marks; where a person has left a file that cannot be read, the page says
  /// so.
  private List<HandMarkFile.Row> rows(Html html, String module) {
    try {
      return desk.folder().byHand(module).rows();
    } catch (IllegalArgumentException | UncheckedIOException e) {
      html.element("p class=\"result bad\"", String.valueOf(e.getMessage()));
      return List.of();
    }
  }

  private void log(Html html) {
    var form = new InstructorForm(html, proof);
    var last = desk.log().last(DECISIONS);
    html.raw("<section aria-labelledby=\"log\"><h2 id=\"log\">Log</h2>\n");
    if (last.isEmpty()) {
      html.raw("<p class=\"lead\">Nothing was decided yet.</p></section>\n");
      return;
    }
    html.raw("<table class=\"stack\"><caption>Up to the last ")
        .raw(DECISIONS)
        .raw(" decisions</caption>");
    form.head("When", "Who", "What");
    for (var decision : last) {
      html.raw("<tr>").element("th scope=\"row\"", BoardWords.moment(decision.moment().toString()));
      html.element("td", decision.who())
          .element("td class=\"wide\"", decision.what())
          .raw("</tr>\n");
    }
    html.raw("</tbody></table></section>\n");
  }
}
