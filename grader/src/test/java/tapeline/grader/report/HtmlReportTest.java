package tapeline.grader.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tapeline.grader.course.CourseModule;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.Verdict;

class HtmlReportTest {
  private static final Set<String> VOID = Set.of("meta", "br");
  private static final Pattern TAG = Pattern.compile("<(/?)([a-z0-9]+)([^<>]*)>");

  private static String all() {
    return HtmlReport.render(Examples.everyVerdict());
  }

  private static Grades hostile(String text) {
    var problem = Examples.problem(text, 57, text);
    var failed =
        new ExerciseResult(
            Examples.exercise(1, text, 10),
            Verdict.FAILED,
            List.of(Examples.test(text, Verdict.FAILED, problem, text)),
            problem,
            text,
            text);
    var module = new CourseModule(3, text, List.of(failed.exercise()));
    return Examples.of(new ModuleResult(module, text, List.of(failed), 1));
  }

  /// The text between the tags, entities resolved.
  private static String text(String html) {
    return html.replaceAll("(?s)<style>.*?</style>", "")
        .replaceAll("<[^>]*>", "")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
  }

  @Test
  void a_word_between_asterisks_is_emphasised_and_a_factor_is_not() {
    assertThat(new Html().prose("the *other* one, `*x*`, 2*a*b").toString())
        .isEqualTo("the <em>other</em> one, <code>*x*</code>, 2*a*b");
  }

  @Test
  void says_when_it_was_graded_to_the_second() {
    var modules = Examples.everyVerdict().modules();
    var grades = new Grades(Instant.parse("2026-03-01T10:15:30.123456Z"), "25.0.2", 42, modules);
    assertThat(text(HtmlReport.render(grades)))
        .contains("Graded 2026-03-01 10:15:30 UTC on JDK 25.0.2");
  }

  @Test
  void shows_of_every_test_its_property_message_line_and_output() {
    var html = all();
    assertThat(text(html.substring(html.indexOf("<article"))))
        .as("the text of the articles")
        .contains("✗ failed constants are folded not recorded FlatTapeTest, 12 ms")
        .contains(Examples.WRONG.text())
        .contains("at " + Examples.PATH + ":57")
        .contains("57record(MULTIPLY, a, b);")
        .contains("tapeline.reuse.FlatTape.multiply(FlatTape.java:57)")
        .contains("n = 7\nn = 8\n")
        .contains("Likely mistake: records every operation. Which operands can still change?")
        .contains("Note: graded on the reference solution of 03.1")
        .contains("✓ passed mixed operands are recorded");
  }

  @Test
  void shows_of_every_exercise_its_verdict_and_points() {
    var text = text(all());
    assertThat(text).as("points").contains("20 of 110 points");
    for (var e : Examples.everyVerdict().modules().getFirst().exercises()) {
      var id = e.exercise().id().toString();
      var symbol = Words.symbol(e.verdict(), true);
      var head = id + " " + e.exercise().title() + " " + symbol + " " + e.verdict();
      assertThat(text)
          .as("the article of %s", id)
          .contains(head + "\n" + e.earned() + " of " + e.exercise().points() + " points in ");
    }
  }

  @Test
  void puts_the_first_failure_first_and_says_what_is_next() {
    var html = all();
    assertThat(text(html))
        .as("the head of the page")
        .contains("Next: 03.2 requires-grad filtering" + Examples.PATH + ":57mvn -pl grader")
        .contains("For a hint: mvn -pl grader test -Dhint=03.2");
    assertThat(html.indexOf("Look here first"))
        .as("the first failure stands above the exercises")
        .isBetween(1, html.indexOf("<table>"));
    assertThat(html).as("only its article is unfolded").containsOnlyOnce("<details open>");
    var passed = Examples.of(Examples.module(3, "03-tape-reuse", Examples.passed(1, "growth", 10)));
    assertThat(HtmlReport.render(passed))
        .as("when everything passed")
        .contains("Everything that was graded passed.")
        .doesNotContain("Look here first");
  }

  @Test
  void what_a_learner_prints_is_text_and_never_markup() {
    var attack = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>&lt;\u0000\ud800";
    var html = HtmlReport.render(hostile(attack));
    assertThat(html).as("the page").doesNotContain("<script", "<img", "\u0000", "\ud800");
    assertThat(text(html))
        .as("the same as text")
        .contains(attack.replace('\u0000', '\ufffd').replace('\ud800', '\ufffd'));
    assertThat(tags(html))
        .as("the same elements as for a harmless text")
        .isEqualTo(tags(HtmlReport.render(hostile("harmless"))));
  }

  @Test
  void a_quote_does_not_end_an_attribute() {
    assertThat(new Html().text("\"'&").toString()).as("text").isEqualTo("&quot;&#39;&amp;");
  }

  @Test
  void every_element_is_closed() {
    var open = new ArrayDeque<String>();
    for (var tag : tags(all())) {
      if (tag.startsWith("/")) {
        assertThat(open.isEmpty() ? "nothing" : open.pop())
            .as("the element that %s closes", tag)
            .isEqualTo(tag.substring(1));
      } else if (!VOID.contains(tag)) {
        open.push(tag);
      }
    }
    assertThat(open).as("elements left open").isEmpty();
  }

  private static List<String> tags(String html) {
    var tags = new ArrayList<String>();
    var m = TAG.matcher(html);
    while (m.find()) {
      tags.add(m.group(1) + m.group(2));
    }
    return tags;
  }

  @Test
  void needs_nothing_but_itself() {
    assertThat(all())
        .as("the page loads nothing and runs nothing")
        .doesNotContain("<script", "<link", "<img", "src=", "url(", "@import", "http:", "https:")
        .contains("default-src 'none'");
  }

  @Test
  void has_the_landmarks_headings_and_captions_that_a_screen_reader_needs() {
    var html = all();
    assertThat(html)
        .as("landmarks and language")
        .contains("<html lang=\"en\">", "<header>", "<main>", "<footer>")
        .containsOnlyOnce("<h1>");
    assertThat(html).as("table").contains("<caption>", "scope=\"col\"", "scope=\"row\"");
    assertThat(html).as("the bar").contains("role=\"img\" aria-label=\"20 of 110 points\"");
    for (var m = Pattern.compile("href=\"#([^\"]+)\"").matcher(html); m.find(); ) {
      assertThat(html).as("where #%s leads", m.group(1)).containsOnlyOnce("id=\"" + m.group(1));
    }
  }

  @Test
  void text_has_a_contrast_of_at_least_four_and_a_half_by_day_and_by_night() {
    var html = all();
    int night = html.indexOf("prefers-color-scheme: dark");
    for (var style : List.of(html.substring(0, night), html.substring(night))) {
      for (var ground : List.of("page", "card", "sunk")) {
        for (var ink : List.of("text", "soft", "link", "good", "bad", "unsure")) {
          assertThat(contrast(colour(style, ink), colour(style, ground)))
              .as("contrast of --%s on --%s (WCAG 2.2, 1.4.3)", ink, ground)
              .isGreaterThanOrEqualTo(4.5);
        }
      }
    }
  }

  private static int colour(String style, String name) {
    var m = Pattern.compile("--" + name + ": #([0-9a-f]{6});").matcher(style);
    assertThat(m.find()).as("the colour --%s", name).isTrue();
    return Integer.parseInt(m.group(1), 16);
  }

  private static double contrast(int a, int b) {
    double x = luminance(a);
    double y = luminance(b);
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
  }

  private static double luminance(int rgb) {
    return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
  }

  private static double linear(int channel) {
    double c = (channel & 255) / 255.0;
    return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
  }
}
