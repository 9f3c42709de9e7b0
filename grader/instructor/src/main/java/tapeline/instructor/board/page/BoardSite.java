package tapeline.instructor.board.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tapeline.instructor.board.BoardEntry;
import tapeline.instructor.board.BoardStore;
import tapeline.instructor.board.JudgementTable.Kept;

/// All pages of a board by their addresses: written as files for any web host, or asked for one by
/// one by a live server.
public final class BoardSite {
  private final BoardStore store;
  private final BoardView view;
  private final SiteFrame frame;

  /// The pages of a board.
  ///
  /// @param live whether pages look for news
  public BoardSite(BoardStore store, boolean live) {
    this(
        store,
        new SiteFrame(
            BoardView.of(store), live ? BoardView.state(store) : "", SiteFrame.Reader.ANYBODY));
  }

  BoardSite(BoardStore store, SiteFrame frame) {
    this.store = store;
    this.view = frame.view();
    this.frame = frame;
  }

  /// The addresses of all pages, `events/matmul.html` for example.
  Set<String> addresses() {
    var all = new TreeSet<String>();
    var names = new ArrayList<>(List.of("index", "refused"));
    view.rankings()
        .forEach((id, ranking) -> {
          names.add("events/" + id);
          if (EventPage.isLong(ranking)) {
            all.add("events/" + id + EventPage.ALL + ".html");
          }
        });
    if (view.refused().size() > EventPage.SHOWN) {
      all.add("refused" + EventPage.ALL + ".html");
    }
    view.entries().forEach(e -> names.add("entries/" + e.id()));
    for (var name : names) {
      all.add(name + ".html");
      all.add(name + ".json");
    }
    return all;
  }

  /// The page at this address; empty when there is none.
  public Optional<String> page(String address) {
    boolean json = address.endsWith(".json");
    var name = address.replaceFirst("\\.(html|json)$", "");
    if (name.equals(address)) {
      return Optional.empty();
    }
    if (name.equals("index")) {
      return Optional.of(json ? SiteData.index(view) : IndexPage.render(frame));
    }
    boolean all = !json && name.endsWith(EventPage.ALL);
    var table = all ? name.substring(0, name.length() - EventPage.ALL.length()) : name;
    if (table.equals("refused")) {
      return Optional.of(json ? SiteData.refused(view) : RefusedPage.render(frame, all));
    }
    if (table.startsWith("events/")) {
      var id = table.substring("events/".length());
      return Optional.ofNullable(view.rankings().get(id))
          .map(r -> json ? SiteData.ranking(r) : EventPage.render(frame, r, all));
    }
    return view.entries().stream()
        .filter(e -> name.equals("entries/" + e.id()))
        .findFirst()
        .map(e -> json ? SiteData.entry(e, kept(e)) : EntryPage.render(frame, e, kept(e)));
  }

  /// Its judgements with all times, that beside the baseline first.
  private List<Kept> kept(BoardEntry entry) {
    var ranking = view.rankings().get(entry.eventId());
    var found = new ArrayList<Kept>();
    if (ranking != null) {
      for (var pair : view.judged().keySet()) {
        if (pair.entry().equals(entry.hash()) && pair.event().equals(ranking.event().hash())) {
          var kept = store.judgements().find(pair);
          if (kept != null) {
            found.add(pair.against().isEmpty() ? 0 : found.size(), kept);
          }
        }
      }
    }
    return found;
  }

  /// Writes all pages below a folder; each is there whole or not at all.
  ///
  /// @return how many
  public int write(Path folder) throws IOException {
    var addresses = addresses();
    for (var address : addresses) {
      var file = folder.resolve(address);
      Files.createDirectories(file.getParent());
      var fresh =
          Files.write(
              file.resolveSibling(file.getFileName() + ".new"),
              page(address).orElseThrow().getBytes(UTF_8)); // half a surrogate pair becomes ?
      Files.move(fresh, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
    return addresses.size();
  }
}
