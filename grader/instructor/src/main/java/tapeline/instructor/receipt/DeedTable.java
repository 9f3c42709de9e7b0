package tapeline.instructor.receipt;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jdbi.v3.core.Handle;
import tapeline.instructor.database.Counter;
import tapeline.instructor.database.Database;

/// The log of what instructors did: deeds are added, and none is changed.
public final class DeedTable {
  private final Database database;
  private final InstantSource clock;

  public DeedTable(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  /// A deed of an instructor.
  public record Deed(Instant moment, String who, String what) {}

  /// Logs a deed in the transaction that does it.
  ///
  /// @param what was done, in words
  public void log(Handle handle, Member who, String what) {
    handle.execute(
        "insert into deed (id, moment, who, what) values (?, ?, ?, ?)",
        Counter.DEED.next(handle),
        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString(),
        who.name(),
        what);
  }

  /// Returns the last deeds, the last one first.
  public List<Deed> last(int most) {
    return database.withHandle(handle ->
        handle
            .createQuery("select * from deed order by id desc limit :most")
            .bind("most", most)
            .map((row, _) ->
                new Deed(
                    Instant.parse(row.getString("moment")),
                    row.getString("who"),
                    row.getString("what")))
            .list());
  }
}
