package tapeline.instructor.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tapeline.grader.report.Html;
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
    var windows = new ArrayList<List<String>>();
    times
        .windows()
        .forEach((module, window) ->
            windows.add(
                List.of(module, Objects.toString(window.opens(), "–"), "" + window.until())));
    form.table("The gradebook counts by them", List.of("Module", "From", "Until"), windows);
    form.begin("window");
    form.label("Module");
    form.select("module", desk.modules());
    form.time("From, in UTC; empty for at any time", "from");
    form.time("Until, in UTC; both empty take it away", "until");
    form.button("Set");
    html.raw("</section>\n");
    html.raw("<section aria-labelledby=\"own\"><h2 id=\"own\">Deadlines of single members</h2>\n");
    form.table(
        "Each counts where it is after the class’s",
        List.of("Member", "For", "Until"),
        times.extensions().stream()
            .map(e ->
                List.of(
                    InstructorDesk.member(members, e.member()).name(), e.work(), "" + e.deadline()))
            .toList());
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
    html.raw("</section>\n");
  }
}
