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
          deadlines(html);
          marks(html);
          log(html);
          html.raw(
              """
              <form class="hand" method="post" action="/sign-out"><button>Sign out</button></form>
              """);
        });
  }

  private void judging(Html html, SiteFrame frame) {
    boolean stopped = desk.isStopped();
    html.raw("<section aria-labelledby=\"judging\"><h2 id=\"judging\">Judging</h2>\n");
    html.element(
        "p class=\"lead\"",
        stopped
            ? "The queue is stopped: what was begun is judged to its end, and runs wait."
            : "Runs claim what waits, one pair at a time.");
    begin(html, "queue");
    html.raw("<input type=\"hidden\" name=\"do\" value=\"").raw(stopped ? "start" : "stop");
    html.raw("\">");
    button(html, stopped ? "Start the queue" : "Stop the queue");
    var judged =
        frame.view().entries().stream().filter(e -> frame.view().kept(e).isPresent()).toList();
    if (!judged.isEmpty()) {
      begin(html, "rejudge");
      label(html, "Entry").raw("<select name=\"entry\">");
      for (BoardEntry entry : judged.reversed()) {
        option(html, entry.hash(), InstructorDesk.shown(entry));
      }
      html.raw("</select></label>");
      button(html, "Judge it again");
      html.element(
          "p class=\"meta\"",
          "Its verdict goes into the log, and the next run judges it with the same seed.");
    }
    html.raw("</section>\n");
  }

  private void receipts(Html html) {
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
    head(html, "Receipt", "Handed in", "State");
    last.forEach((receipt, state) -> {
      html.raw("<tr><th scope=\"row\">").raw(receipt.id()).raw("</th><td>");
      html.element("strong class=\"who\"", InstructorDesk.member(members, receipt.member()).name());
      html.element("p class=\"meta\"", BoardWords.moment(receipt.received().toString()));
      html.element("p class=\"meta\"", receipt.recognised()).raw("</td><td class=\"wide\">");
      VerdictTag.write(html, state.word(), state.tone());
      html.element("p class=\"meta\"", state.sentence()).raw("</td></tr>\n");
    });
    html.raw("</tbody></table>\n");
    begin(html, "accept");
    label(html, "Receipt of a late hand-in");
    html.raw("<input name=\"receipt\" inputmode=\"numeric\" pattern=\"\\d+\" required></label>");
    button(html, "Accept it");
    html.element(
        "p class=\"meta\"",
        "Of entries, one that a run left out as late. Its member has until then: for an entry the next run counts it, for homework the gradebook.");
    html.raw("</section>\n");
  }

  private void deadlines(Html html) {
    html.raw("<section aria-labelledby=\"own\"><h2 id=\"own\">Deadlines of single members</h2>\n");
    var all = desk.extensions().all();
    if (!all.isEmpty()) {
      html.raw("<table class=\"stack\"><caption>Each counts where it is after the class’s");
      html.raw("</caption>");
      head(html, "Member", "For", "Until");
      for (var one : all) {
        html.raw("<tr>")
            .element(
                "th scope=\"row\" class=\"who\"",
                InstructorDesk.member(members, one.member()).name());
        html.element("td class=\"wide\"", one.work());
        html.element("td class=\"wide\"", one.deadline().toString()).raw("</tr>\n");
      }
      html.raw("</tbody></table>\n");
    }
    begin(html, "extend");
    label(html, "Team or student").raw("<select name=\"member\">");
    for (var member : members) {
      if (member.kind() != Member.Kind.INSTRUCTOR) {
        option(html, "" + member.id(), member.name() + " (" + member.kind().word() + ")");
      }
    }
    html.raw("</select></label>");
    label(html, "Event or module").raw("<select name=\"work\"><optgroup label=\"Events\">");
    desk.eventIds().forEach(id -> option(html, id, id));
    html.raw("</optgroup><optgroup label=\"Modules\">");
    desk.modules().forEach(name -> option(html, name, name));
    html.raw("</optgroup></select></label>");
    label(html, "Until, in UTC; empty takes it away")
        .raw("<input name=\"until\" type=\"datetime-local\"></label>");
    button(html, "Extend");
    html.raw("</section>\n");
  }

  private void marks(Html html) {
    html.raw("<section aria-labelledby=\"marks\"><h2 id=\"marks\">Marks by hand</h2>\n");
    html.raw("<p class=\"lead\">A module’s marks lie in <code>by-hand/</code>, which");
    html.raw(" <code>gradebook --by-hand</code> reads.</p>");
    var rows = new LinkedHashMap<String, List<HandMarkFile.Row>>();
    desk.modules().forEach(module -> rows.put(module, rows(html, module)));
    if (rows.values().stream().anyMatch(r -> !r.isEmpty())) {
      html.raw("<table class=\"stack\"><caption>As the files have them</caption>");
      head(html, "Student", "For", "Mark");
      rows.forEach((module, its) -> its.forEach(row -> mark(html, module, row)));
      html.raw("</tbody></table>\n");
    }
    begin(html, "mark");
    label(html, "Student");
    select(html, "student", desk.students());
    label(html, "Module");
    select(html, "module", desk.modules());
    label(html, "Exercise, or empty for the total");
    html.raw("<input name=\"exercise\" placeholder=\"07.3\"></label>");
    label(html, "Points").raw("<input name=\"points\" inputmode=\"decimal\"></label>");
    label(html, "Comment").raw("<input name=\"comment\" maxlength=\"500\" required></label>");
    button(html, "Mark");
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
    var last = desk.log().last(DECISIONS);
    html.raw("<section aria-labelledby=\"log\"><h2 id=\"log\">Log</h2>\n");
    if (last.isEmpty()) {
      html.raw("<p class=\"lead\">Nothing was decided yet.</p></section>\n");
      return;
    }
    html.raw("<table class=\"stack\"><caption>Up to the last ")
        .raw(DECISIONS)
        .raw(" decisions</caption>");
    head(html, "When", "Who", "What");
    for (var decision : last) {
      html.raw("<tr>").element("th scope=\"row\"", BoardWords.moment(decision.moment().toString()));
      html.element("td", decision.who())
          .element("td class=\"wide\"", decision.what())
          .raw("</tr>\n");
    }
    html.raw("</tbody></table></section>\n");
  }

  private static void head(Html html, String... columns) {
    html.raw("<thead><tr>");
    for (var column : columns) {
      html.element("th scope=\"col\"", column);
    }
    html.raw("</tr></thead><tbody>\n");
  }

  private void begin(Html html, String action) {
    html.raw("<form class=\"hand\" method=\"post\" action=\"/instructor/").raw(action);
    html.raw("\"><input type=\"hidden\" name=\"proof\" value=\"").raw(proof).raw("\">\n");
  }

  private static void button(Html html, String words) {
    html.element("button", words).raw("</form>\n");
  }

  private static Html label(Html html, String words) {
    return html.raw("<label>").text(words).raw("\n");
  }

  private static void select(Html html, String name, List<String> values) {
    html.raw("<select name=\"").raw(name).raw("\">");
    values.forEach(value -> option(html, value, value));
    html.raw("</select></label>\n");
  }

  private static void option(Html html, String value, String words) {
    html.raw("<option value=\"").text(value).raw("\">").text(words).raw("</option>");
  }
}
