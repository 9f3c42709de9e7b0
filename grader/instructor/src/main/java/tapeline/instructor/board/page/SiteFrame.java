package tapeline.instructor.board.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import tapeline.grader.report.Html;
import tapeline.instructor.board.BoardWords;
import tapeline.toolkit.Sha256;

/// The frame around every page: head, navigation, foot.
///
/// A page loads nothing: style and script are in it. A policy in it lets no other script run, so
/// that whatever a team writes into its manifest stays text.
///
/// @param state the board's state on a live page, empty in files
public record SiteFrame(BoardView view, String state, Reader reader) {
  /// The readers of a page.
  public enum Reader {
    /// Everybody who has the files or the machine.
    ANYBODY,
    /// A member of a class, who may hand in.
    MEMBER,
    /// An instructor of a class.
    INSTRUCTOR,
    /// Somebody who has not signed in, and sees no board.
    STRANGER
  }

  private static final String CSS = resource("board.css");
  private static final String SCRIPT = resource("board.js");
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none';"
          + " form-action '%%s'; script-src 'sha256-%s'".formatted(digest(SCRIPT));
  private static final String ICON =
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
          + "%3Crect width='16' height='16' rx='3' fill='%23f0c437'/%3E"
          + "%3Cpath d='M3 2v8M7 2v5M11 2v8' stroke='%2324282d' stroke-width='1.6'/%3E%3C/svg%3E";

  /// Fills in a page.
  @FunctionalInterface
  public interface Body {
    void write(Html html);
  }

  /// Returns whether pages are asked for one by one, and not written as files.
  boolean isLive() {
    return !state.isEmpty();
  }

  /// Returns a page, below its title, for somebody who has not signed in.
  public static String forStranger(String title, Body body) {
    var frame = new SiteFrame(BoardView.NONE, "", Reader.STRANGER);
    return frame.page("", "", title, "", html -> body.write(html.element("h1", title).raw("\n")));
  }

  /// A page.
  ///
  /// @param root the way to the site's root: empty or `../`
  /// @param current the page's own address in the navigation
  /// @param json the address of the same as JSON; empty for a page without, which has no script
  public String page(String root, String current, String title, String json, Body body) {
    var html = new Html();
    html.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    var policy =
        POLICY.formatted(reader == Reader.ANYBODY ? "none" : "self")
            + (state.isEmpty() ? "" : "; connect-src 'self'");
    html.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"").raw(policy).raw("\">\n");
    html.raw("<meta name=\"color-scheme\" content=\"light dark\">\n");
    html.raw("<link rel=\"icon\" href=\"").raw(ICON).raw("\">\n");
    if (!state.isEmpty()) {
      html.raw("<meta name=\"board-state\" data-from=\"").raw(root).raw("state\" content=\"");
      html.text(state).raw("\">\n");
    }
    html.element("title", title + " · Tapeline leaderboard").raw("\n<style>\n").raw(CSS);
    html.raw("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">To the content</a>\n");
    header(html, root, current);
    html.raw("<main id=\"main\">\n");
    body.write(html);
    html.raw("</main>\n<footer><p>");
    view.run()
        .ifPresent(r ->
            html.text("Brought up to date ")
                .text(BoardWords.moment(r.ended().isEmpty() ? r.started() : r.ended()))
                .raw(json.isEmpty() ? "" : " · "));
    if (!json.isEmpty()) {
      html.raw("<a href=\"").raw(json).raw("\">This page as JSON</a>");
    }
    html.raw("</p></footer>\n");
    if (!json.isEmpty()) {
      html.raw("<script>").raw(SCRIPT).raw("</script>\n");
    }
    return html.raw("</body>\n</html>\n").toString();
  }

  private void header(Html html, String root, String current) {
    html.raw("<header class=\"top\"><a class=\"brand\" href=\"").raw(root);
    html.raw("index.html\">Tapeline <span>leaderboard</span></a>\n");
    if (reader == Reader.STRANGER) {
      html.raw("</header>\n");
      return;
    }
    html.raw("<nav aria-label=\"Pages\">");
    if (reader == Reader.MEMBER) {
      link(html, root, "yours.html", current, "Hand in");
    } else if (reader == Reader.INSTRUCTOR) {
      link(html, root, "yours.html", current, "The class");
    }
    link(html, root, "index.html", current, "Events");
    int refused = view.refused().size();
    link(html, root, "refused.html", current, "Not admitted (" + refused + ")");
    html.raw("</nav></header>\n");
  }

  private static void link(Html html, String root, String to, String current, String words) {
    html.raw("<a href=\"").raw(root).raw(to).raw("\"");
    html.raw(to.equals(current) ? " aria-current=\"page\">" : ">").text(words).raw("</a>");
  }

  private static String resource(String name) {
    try (var in = SiteFrame.class.getResourceAsStream("/board/" + name)) {
      if (in == null) {
        throw new IllegalStateException("the resource /board/" + name + " is missing");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String digest(String script) {
    return Base64.getEncoder().encodeToString(Sha256.digest().digest(script.getBytes(UTF_8)));
  }
}
