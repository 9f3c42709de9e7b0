package tapeline.instructor.receipt;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import tapeline.instructor.database.Database;

/// The windows of a class: from when until when its students hand in a module.
public final class WindowTable {
  private final Database database;

  public WindowTable(Database database) {
    this.database = database;
  }

  /// Returns all of them, by module.
  public Map<String, HandInTerms> all() {
    return database.withHandle(handle -> {
      var all = new LinkedHashMap<String, HandInTerms>();
      handle
          .createQuery("select * from hand_in_window order by work")
          .map((row, _) -> {
            var opens = row.getString("opens");
            var terms =
                new HandInTerms(
                    opens.isEmpty() ? null : Instant.parse(opens),
                    Instant.parse(row.getString("until")));
            return Map.entry(row.getString("work"), terms);
          })
          .forEach(one -> all.put(one.getKey(), one.getValue()));
      return all;
    });
  }

  /// Gives the class a window for a module, in place of the one before.
  ///
  /// @param window with a deadline
  public static void set(Handle handle, String work, HandInTerms window) {
    handle.execute(
        """
        insert into hand_in_window (work, opens, until) values (?, ?, ?)
        on conflict (work) do update set opens = excluded.opens, until = excluded.until\
        """,
        work,
        window.opens() == null ? "" : window.opens().toString(),
        Objects.requireNonNull(window.until(), "a window has an end").toString());
  }

  /// Takes a module's window away.
  ///
  /// @return whether there was one
  public static boolean remove(Handle handle, String work) {
    return handle.execute("delete from hand_in_window where work = ?", work) == 1;
  }
}
