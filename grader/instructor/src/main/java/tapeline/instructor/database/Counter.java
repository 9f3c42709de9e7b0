package tapeline.instructor.database;

import org.jdbi.v3.core.Handle;

/// Numbers that no two transactions get: the row is locked until the transaction ends.
public enum Counter {
  RUN,
  EVENT,
  ENTRY,
  MEMBER,
  RECEIPT,
  AUDIT_LOG;

  /// The next number.
  public int next(Handle handle) {
    var name = name().toLowerCase(java.util.Locale.ROOT);
    handle.execute("update counter set value = value + 1 where name = ?", name);
    return handle
        .createQuery("select value from counter where name = :name")
        .bind("name", name)
        .mapTo(Integer.class)
        .one();
  }
}
