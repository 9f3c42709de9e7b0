package tapeline.kernel.protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.dflib.jjava.jupyter.kernel.history.HistoryEntry;
import org.dflib.jjava.jupyter.kernel.history.HistoryManager;
import org.jspecify.annotations.Nullable;

/// The cells that this kernel has run, for consoles whose arrow keys bring them back. They are kept
/// in memory: another kernel does not know them.
public final class CellHistory implements HistoryManager {
  private static final int SESSION = 1;

  /// A value's characters that are kept.
  private static final int MOST = 4096;

  private final List<HistoryEntry> entries = new ArrayList<>();

  /// Keeps a cell.
  ///
  /// @param shown its value as text, or null when it had none
  public synchronized void add(int number, String code, @Nullable String shown) {
    var kept = shown != null && shown.length() > MOST ? shown.substring(0, MOST) + "…" : shown;
    entries.add(new HistoryEntry(SESSION, number, code, kept));
  }

  /// The cells with these numbers, from `start` to before `stop`.
  ///
  /// @param session counted back from this one, which is 0, as IPython does; or this one's number
  @Override
  public synchronized List<HistoryEntry> lookupRange(
      int session, int start, int stop, Set<ResultFlag> flags) {
    return session != 0 && session != SESSION
        ? List.of()
        : entries.stream()
            .filter(e -> e.getCellNumber() >= start && e.getCellNumber() < stop)
            .map(e -> entry(e, flags))
            .toList();
  }

  @Override
  public synchronized List<HistoryEntry> lookupTail(int length, Set<ResultFlag> flags) {
    return last(entries, length, flags);
  }

  /// The last cells whose text is like `pattern`, in which `*` stands for any text and `?` for any
  /// character.
  @Override
  public synchronized List<HistoryEntry> search(String pattern, int length, Set<ResultFlag> flags) {
    var like = like(pattern);
    var found = entries.stream().filter(e -> like.matcher(e.getInput()).matches()).toList();
    if (flags.contains(ResultFlag.UNIQUE)) {
      var latest = new LinkedHashMap<String, HistoryEntry>();
      found.forEach(e -> latest.putLast(e.getInput(), e));
      found = List.copyOf(latest.values());
    }
    return last(found, length, flags);
  }

  private static Pattern like(String pattern) {
    var regex = new StringBuilder();
    pattern
        .chars()
        .forEach(
            c -> regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote("" + (char) c)));
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  private static List<HistoryEntry> last(
      List<HistoryEntry> from, int length, Set<ResultFlag> flags) {
    int begin = length <= 0 ? 0 : Math.max(0, from.size() - length);
    return from.subList(begin, from.size()).stream().map(e -> entry(e, flags)).toList();
  }

  private static HistoryEntry entry(HistoryEntry e, Set<ResultFlag> flags) {
    return flags.contains(ResultFlag.INCLUDE_OUTPUT)
        ? e
        : new HistoryEntry(e.getSession(), e.getCellNumber(), e.getInput(), null);
  }
}
