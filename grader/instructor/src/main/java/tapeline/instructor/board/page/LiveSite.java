package tapeline.instructor.board.page;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tapeline.instructor.board.BoardStore;
import tapeline.instructor.web.BodyLimits;
import tapeline.instructor.web.Reply;
import tapeline.instructor.web.WebRequest;
import tapeline.instructor.web.WebServer;
import tapeline.instructor.web.WebSite;

/// The board's pages as they are now. A page that is open loads again when something is new, which
/// may come from a run in another process.
public final class LiveSite implements WebSite {
  private final BoardStore store;
  private @Nullable BoardView view;
  private String state = "";

  public LiveSite(BoardStore store) {
    this.store = store;
  }

  /// Serves the pages of a board, to this machine alone.
  ///
  /// @param port 0 for any that is free
  public static WebServer start(BoardStore store, int port) {
    return WebServer.start(port, BodyLimits.USUAL, new LiveSite(store));
  }

  @Override
  public Reply answer(WebRequest request) {
    return request.method().matches("GET|HEAD")
        ? page(request.path(), frame(UnaryOperator.identity(), SiteFrame.Reader.ANYBODY))
        : Reply.of(405, "text/plain", "Only GET and HEAD.\n").with("Allow", "GET, HEAD");
  }

  /// Returns a page in a frame.
  public Reply page(String path, SiteFrame frame) {
    if (path.equals("/state")) {
      return Reply.of(200, "text/plain", BoardView.state(store));
    }
    var address = path.equals("/") ? "index.html" : path.substring(1);
    var type = address.endsWith(".json") ? "application/json" : "text/html";
    return new BoardSite(store, frame)
        .page(address)
        .map(page -> Reply.of(200, type, page))
        .orElseGet(() -> Reply.of(404, "text/plain", "There is no such page.\n"));
  }

  /// Returns the frame of a class's pages for a member, who sees ranks, and of entries its own.
  ///
  /// @param teamKey empty for a member without entries
  public SiteFrame frame(String teamKey) {
    return frame(view -> view.seenBy(teamKey), SiteFrame.Reader.MEMBER);
  }

  /// Returns the frame of a class's pages for an instructor, who sees all.
  public SiteFrame frameOfAll() {
    return frame(UnaryOperator.identity(), SiteFrame.Reader.INSTRUCTOR);
  }

  /// Reads the board anew for the next page.
  public synchronized void forget() {
    view = null;
  }

  private SiteFrame frame(UnaryOperator<BoardView> seen, SiteFrame.Reader reader) {
    var before = BoardView.state(store); // so that news of this moment load the page again
    return new SiteFrame(seen.apply(view()), before, reader);
  }

  /// Returns the board as it is now.
  public synchronized BoardView view() {
    var now = BoardView.state(store);
    var known = view;
    if (known == null || !now.equals(state)) {
      known = BoardView.of(store);
      view = known;
      state = now;
    }
    return known;
  }
}
