package tapeline.book;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jsoup.nodes.Element;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;

/// The prerequisites of each module as a picture: the modules down a tape, and an arc from each to
/// those that build on it directly. An arc that others say already, as 04 to 06 by way of 05, is
/// left out.
record CurriculumMap(Course course) {
  private static final int ROW = 30;
  private static final int TAPE = 190;
  private static final int WIDTH = 370;

  /// @param from the one that is needed
  record Arc(CourseModule from, CourseModule to) {}

  /// The arcs that are drawn.
  List<Arc> arcs() {
    var arcs = new ArrayList<Arc>();
    for (var to : course.modules()) {
      var direct = course.directNeeds(to);
      for (var from : direct) {
        if (direct.stream().noneMatch(between -> course.needs(between).contains(from))) {
          arcs.add(new Arc(from, to));
        }
      }
    }
    return arcs;
  }

  /// The picture, whose words say where its content stands as text.
  Element figure(BookPage page) {
    var figure = new Element("figure").addClass("map");
    var height = course.modules().size() * ROW + 10;
    var svg =
        figure
            .appendElement("svg")
            .attr("role", "group")
            .attr("aria-label", "What builds on what; the list beside it says the same in words.")
            .attr("viewBox", "0 0 " + WIDTH + " " + height)
            .attr("width", "" + WIDTH)
            .attr("height", "" + height);
    svg.appendElement("path").addClass("tape").attr("d", "M" + TAPE + " 5V" + (height - 5));
    for (var arc : arcs()) {
      svg.appendElement("path").addClass("arc").attr("d", path(y(arc.from()), y(arc.to())));
    }
    for (var m : course.modules()) {
      svg.appendElement("circle").attr("cx", "" + TAPE).attr("cy", "" + y(m)).attr("r", "4.5");
      svg.appendElement("a")
          .attr("href", page.to(ModulePages.path(m)))
          .appendElement("text")
          .attr("x", "" + (TAPE + 16))
          .attr("y", "" + (y(m) + 5))
          .text(SourcePages.words(m));
    }
    figure
        .appendElement("figcaption")
        .text("An arc leads down from a module to one that builds on it.");
    return figure;
  }

  private int y(CourseModule m) {
    return course.modules().indexOf(m) * ROW + ROW / 2 + 5;
  }

  private static String path(int from, int to) {
    double reach = 14 + 170.0 * (to - from) / (20 * ROW) * 1.05;
    return String.format(
        Locale.ROOT,
        "M%d %dC%.1f %d %.1f %d %d %d",
        TAPE,
        from,
        TAPE - reach * 4 / 3,
        from,
        TAPE - reach * 4 / 3,
        to,
        TAPE,
        to);
  }

  /// Returns the map as a list: a line for each module, with the modules that it needs.
  Element list(BookPage page) {
    var list = new Element("ul").addClass("needs");
    for (var m : course.modules()) {
      var item = list.appendElement("li");
      link(item, m, page);
      var direct = course.directNeeds(m);
      item.appendText(direct.isEmpty() ? ": on nothing before it" : " on ");
      for (int i = 0; i < direct.size(); i++) {
        item.appendText(i == 0 ? "" : ", ");
        item.appendElement("a")
            .attr("href", page.to(ModulePages.path(direct.get(i))))
            .attr("aria-label", SourcePages.words(direct.get(i)))
            .text(direct.get(i).id());
      }
    }
    return list;
  }

  private static void link(Element to, CourseModule m, BookPage page) {
    to.appendElement("a").attr("href", page.to(ModulePages.path(m))).text(SourcePages.words(m));
  }
}
