package tapeline.instructor.receipt;

import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import tapeline.instructor.database.Database;

/// Deadlines of single members: of a team for an event, of a student for a module.
public final class ExtensionTable {
  private final Database database;

  public ExtensionTable(Database database) {
    this.database = database;
  }

  /// A deadline of a member.
  ///
  /// @param work an event's id, or a module's folder
  public record Extension(int member, String work, Instant deadline) {}

  /// Returns all of them, by member.
  public List<Extension> all() {
    return database.withHandle(handle ->
        handle
            .createQuery("select * from extension order by member, work")
            .map((row, _) ->
                new Extension(
                    row.getInt("member"),
                    row.getString("work"),
                    Instant.parse(row.getString("deadline"))))
            .list());
  }

  /// Gives a member a deadline of its own, in place of the one before.
  public static void set(Handle handle, Extension extension) {
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
  public static boolean remove(Handle handle, int member, String work) {
    return handle.execute("delete from extension where member = ? and work = ?", member, work) == 1;
  }
}
