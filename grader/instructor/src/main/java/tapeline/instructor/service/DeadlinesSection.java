package tapeline.instructor.service;

import java.util.List;
import tapeline.grader.report.Html;
import tapeline.instructor.receipt.ClassTimes;
import tapeline.instructor.receipt.Member;

/// The section of an instructor's page with the windows of modules and the deadlines of single
/// members.
record DeadlinesSection(InstructorDesk desk, List<Member> members, InstructorForm form) {
  void write(Html html) {
    var times = desk.times();
    html.raw("<section aria-labelledby=\"windows\"><h2 id=\"windows\">Windows</h2>\n");
    html.element(
        "p class=\"lead\"",
        "From when until when the class hands in a module: what comes before is refused, what comes"
            + " after is late.");
    windows(html, times);
    html.raw("</section>\n");
    html.raw("<section aria-labelledby=\"own\"><h2 id=\"own\">Deadlines of single members</h2>\n");
    ownDeadlines(html, times);
    html.raw("</section>\n");
  }

  private void windows(Html html, ClassTimes times) {
    if (!times.windows().isEmpty()) {
      html.raw("<table class=\"stack\"><caption>The gradebook counts by them</caption>");
      form.head("Module", "From", "Until");
      times
          .windows()
          .forEach((module, window) -> {
            html.raw("<tr>").element("th scope=\"row\"", module);
            html.element("td class=\"wide\"", window.opens() == null ? "–" : "" + window.opens());
            html.element("td class=\"wide\"", "" + window.until()).raw("</tr>\n");
          });
      html.raw("</tbody></table>\n");
    }
    form.begin("window");
    form.label("Module");
    form.select("module", desk.modules());
    form.time("From, in UTC; empty for at any time", "from");
    form.time("Until, in UTC; both empty take it away", "until");
    form.button("Set");
  }

  private void ownDeadlines(Html html, ClassTimes times) {
    if (!times.extensions().isEmpty()) {
      html.raw("<table class=\"stack\"><caption>Each counts where it is after the class’s");
      html.raw("</caption>");
      form.head("Member", "For", "Until");
      for (var one : times.extensions()) {
        html.raw("<tr>")
            .element(
                "th scope=\"row\" class=\"who\"",
                InstructorDesk.member(members, one.member()).name());
        html.element("td class=\"wide\"", one.work());
        html.element("td class=\"wide\"", one.deadline().toString()).raw("</tr>\n");
      }
      html.raw("</tbody></table>\n");
    }
    form.begin("extend");
    form.label("Team or student").raw("<select name=\"member\">");
    for (var member : members) {
      if (member.kind() != Member.Kind.INSTRUCTOR) {
        form.option("" + member.id(), member.name() + " (" + member.kind().word() + ")");
      }
    }
    html.raw("</select></label>");
    form.label("Event or module").raw("<select name=\"work\"><optgroup label=\"Events\">");
    desk.eventIds().forEach(id -> form.option(id, id));
    html.raw("</optgroup><optgroup label=\"Modules\">");
    desk.modules().forEach(name -> form.option(name, name));
    html.raw("</optgroup></select></label>");
    form.time("Until, in UTC; empty takes it away", "until");
    form.button("Extend");
  }
}
