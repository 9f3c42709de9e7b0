package tapeline.instructor.receipt;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;
import tapeline.instructor.database.Database;

/// The windows of a class and the deadlines of its single members, as they are at one moment.
///
/// @param windows by module
public record ClassTimes(Map<String, HandInTerms> windows, List<Extension> extensions) {
  private static final HandInTerms NONE = new HandInTerms(null, null);

  /// A deadline of a member.
  ///
  /// @param work an event's id, or a module's folder
  public record Extension(int member, String work, Instant deadline) {}

  /// Reads a class's times.
  public static ClassTimes of(Database database) {
    return database.withHandle(handle -> {
      var windows = new LinkedHashMap<String, HandInTerms>();
      handle
          .createQuery("select * from hand_in_window order by work")
          .map((row, _) -> {
            var opens = row.getString("opens");
            var from = opens.isEmpty() ? null : Instant.parse(opens);
            var terms = new HandInTerms(from, Instant.parse(row.getString("until")));
            return Map.entry(row.getString("work"), terms);
          })
          .forEach(one -> windows.put(one.getKey(), one.getValue()));
      var own = handle.createQuery("select * from extension order by member, work");
      return new ClassTimes(windows, own.map(ConstructorMapper.of(Extension.class)).list());
    });
  }

  /// Gives a member a deadline of its own, in place of the one before.
  public static void extend(Handle handle, Extension extension) {
    handle.execute(
        """
        insert into extension (member, work, deadline) values (?, ?, ?)
        on conflict (member, work) do update set deadline = excluded.deadline\
        """,
        extension.member(),
        extension.work(),
        extension.deadline().toString());
  }

  /// Takes a member's own deadline away.
  ///
  /// @return whether there was one
  public static boolean takeBack(Handle handle, int member, String work) {
    return handle.execute("delete from extension where member = ? and work = ?", member, work) == 1;
  }

  /// Gives the class a window for a module, in place of the one before.
  ///
  /// @param window with a deadline
  public static void open(Handle handle, String work, HandInTerms window) {
    handle.execute(
        """
        insert into hand_in_window (work, opens, until) values (?, ?, ?)
        on conflict (work) do update set opens = excluded.opens, until = excluded.until\
        """,
        work,
        Objects.toString(window.opens(), ""),
        Objects.requireNonNull(window.until(), "a window has an end").toString());
  }

  /// Takes a module's window away.
  ///
  /// @return whether there was one
  public static boolean close(Handle handle, String work) {
    return handle.execute("delete from hand_in_window where work = ?", work) == 1;
  }

  /// Returns the class's window for a module; one without times where it has none.
  public HandInTerms window(String module) {
    return windows.getOrDefault(module, NONE);
  }

  /// Returns the times of a member for a module: a deadline of its own counts where it is after the
  /// class's.
  public HandInTerms of(int member, String module) {
    var window = window(module);
    return new HandInTerms(window.opens(), deadline(member, List.of(module), window.until()));
  }

  /// Returns a member's deadline: the latest of its own ones for these works and the class's.
  ///
  /// @param ofClass null where the class has none, and then no member has one
  public @Nullable Instant deadline(
      int member, Collection<String> works, @Nullable Instant ofClass) {
    var latest = ofClass;
    for (var own : extensions) {
      if (latest != null
          && own.member() == member
          && works.contains(own.work())
          && own.deadline().isAfter(latest)) {
        latest = own.deadline();
      }
    }
    return latest;
  }

  /// Returns the times of a member in words, a sentence for each work.
  public List<String> sentences(Member member) {
    var works = new TreeSet<String>();
    if (member.kind() == Member.Kind.STUDENT) {
      works.addAll(windows.keySet());
    }
    var said = new ArrayList<String>();
    for (var own : extensions) {
      if (own.member() == member.id() && !works.contains(own.work())) {
        said.add("You have until %s for %s.".formatted(own.deadline(), own.work()));
      }
    }
    works.forEach(work -> said.add("You have %s for %s.".formatted(of(member.id(), work), work)));
    return said;
  }
}
