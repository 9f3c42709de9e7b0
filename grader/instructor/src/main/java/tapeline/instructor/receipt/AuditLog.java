package tapeline.instructor.receipt;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import tapeline.instructor.database.Counter;
import tapeline.instructor.database.Database;

/// The audit log of a class, what instructors did: decisions are added, and none is changed.
public final class AuditLog {
  private final Database database;
  private final InstantSource clock;

  public AuditLog(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  /// A decision of an instructor.
  public record Decision(Instant moment, String who, String what) {}

  /// Logs a decision in the transaction that makes it.
  ///
  /// @param what was done, in words
  public void add(Handle handle, Member who, String what) {
    handle.execute(
        "insert into audit_log (id, moment, who, what) values (?, ?, ?, ?)",
        Counter.AUDIT_LOG.next(handle),
        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString(),
        who.name(),
        what);
  }

  /// Returns the last decisions, the last one first.
  public List<Decision> last(int most) {
    return database.withHandle(handle ->
        handle
            .createQuery("select * from audit_log order by id desc limit :most")
            .bind("most", most)
            .map(ConstructorMapper.of(Decision.class))
            .list());
  }
}
