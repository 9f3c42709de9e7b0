package tapeline.instructor.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jdbi.v3.core.ConnectionFactory;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.HandleConsumer;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/// A file of SQLite, which is enough for one machine, or a PostgreSQL server, which several
/// machines share. An operation on a server that does not answer waits for it, and is tried again.
public final class Database {
  /// Bounds the connections of one process: PostgreSQL has 100 for all, unless it is told
  /// otherwise.
  private static final int CONNECTIONS = 20;

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  /// Makes a server end the transaction of a machine that vanished, and the query of a connection
  /// that was closed: their locks go with them.
  private static final String VANISHED =
      "-c idle_in_transaction_session_timeout=60s -c client_connection_check_interval=10s ";

  private static final int BUSY_MILLIS = 30_000;
  private static final int SOCKET_SECONDS = 60;
  private static final long RETRY_MILLIS = 500;
  private static final Duration LONGEST_ABSENCE = Duration.ofHours(1);

  /// The states of PostgreSQL's errors that pass: connections that are refused or were lost, a
  /// server that is starting or shutting down, and a transaction that was idle for too long.
  private static final String AWAY = "08...|57P0[1235]|25P03";

  private final Jdbi jdbi;
  private final boolean server;
  private final Duration patience;
  private final AtomicBoolean away = new AtomicBoolean();

  private Database(Jdbi jdbi, boolean server, Duration patience) {
    this.jdbi = jdbi;
    this.server = server;
    this.patience = patience;
  }

  /// Opens the database; makes its tables, or brings them up to date.
  ///
  /// @param place a file's path, or a URL that begins with `jdbc:postgresql:`
  /// @throws IllegalArgumentException for a URL of another database, a file that is none, or a
  ///   server that cannot be reached
  public static Database open(String place) throws IOException {
    var source = source(place);
    try {
      Flyway.configure().dataSource(source).locations("classpath:db/migration").load().migrate();
    } catch (FlywayException e) {
      var named = place.replaceFirst("\\?.*", ""); // what follows may be a password
      Throwable why = e;
      for (var cause = e.getCause(); cause != null; cause = cause.getCause()) {
        why = cause;
      }
      throw new IllegalArgumentException(
          "--db %s cannot be opened: %s".formatted(named, why.getMessage()), e);
    }
    var jdbi =
        Jdbi.create(new FewConnections(source, new Semaphore(CONNECTIONS, true), LONGEST_WAIT))
            .registerColumnMapper(Instant.class, (row, i, _) -> Instant.parse(row.getString(i)))
            .registerColumnMapper(
                RunProcess.class, (row, i, _) -> RunProcess.read(row.getString(i)));
    return new Database(jdbi, source instanceof PGSimpleDataSource, LONGEST_ABSENCE);
  }

  /// Returns this database for somebody who does not wait: an operation fails at once while it is
  /// away, and after 30 s in which no connection of this process is free.
  public Database impatient() {
    return new Database(jdbi, server, Duration.ZERO);
  }

  private static DataSource source(String place) throws IOException {
    if (place.startsWith("jdbc:postgresql:")) {
      var server = new PGSimpleDataSource();
      server.setUrl(place);
      server.setOptions(VANISHED + Objects.requireNonNullElse(server.getOptions(), ""));
      server.setSocketTimeout(SOCKET_SECONDS); // a server without power says no farewell
      return server;
    }
    if (place.startsWith("jdbc:")) {
      throw new IllegalArgumentException(
          "--db takes a file for SQLite or jdbc:postgresql://…, got " + place);
    }
    var file = Path.of(place).toAbsolutePath();
    if (file.getParent() != null) {
      Files.createDirectories(file.getParent());
    }
    return file(file);
  }

  /// WAL lets pages be read while a run writes; FULL keeps what was committed when the power goes;
  /// IMMEDIATE takes the lock where a transaction begins, where waiting for it helps.
  private static DataSource file(Path file) {
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
    config.setBusyTimeout(BUSY_MILLIS);
    config.enforceForeignKeys(true);
    var source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file);
    return source;
  }

  public <R, X extends Exception> R withHandle(HandleCallback<R, X> work) throws X {
    return patiently(() -> jdbi.withHandle(work));
  }

  public <R, X extends Exception> R inTransaction(HandleCallback<R, X> work) throws X {
    return patiently(() -> jdbi.inTransaction(work));
  }

  public <X extends Exception> void useHandle(HandleConsumer<X> work) throws X {
    withHandle(work.asCallback());
  }

  public <X extends Exception> void useTransaction(HandleConsumer<X> work) throws X {
    inTransaction(work.asCallback());
  }

  /// Returns the value on which all that ask for this name agree: the first proposal.
  public String agreed(String name, String proposal) {
    return inTransaction(handle -> {
      handle.execute(
          "insert into setting (name, value) values (?, ?) on conflict do nothing", name, proposal);
      return handle
          .createQuery("select value from setting where name = :name")
          .bind("name", name)
          .mapTo(String.class)
          .one();
    });
  }

  /// Returns the SQL for the database's own time in ms: the machines' clocks may differ.
  String now() {
    return server
        ? "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)"
        : "cast(unixepoch('subsec') * 1000 as integer)";
  }

  /// Returns the end of a query that locks its rows, and leaves out those that others have locked.
  /// SQLite has no such locks, and runs one transaction at a time.
  String skipLocked() {
    return server ? " for update skip locked" : "";
  }

  /// Returns whether it is a server, where transactions go on beside each other.
  boolean isServer() {
    return server;
  }

  /// Opens connections while some are free; others wait for one.
  ///
  /// @param longest wait; then it is as if the database were away
  record FewConnections(DataSource source, Semaphore free, Duration longest)
      implements ConnectionFactory {
    @Override
    public Connection openConnection() throws SQLException {
      try {
        if (!free.tryAcquire(longest.toMillis(), TimeUnit.MILLISECONDS)) {
          throw new SQLException("no connection is free", "08001");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SQLException("no connection was waited for", "08001", e);
      }
      try {
        return source.getConnection();
      } catch (SQLException | RuntimeException | Error e) {
        free.release();
        throw e;
      }
    }

    @Override
    public void closeConnection(Connection connection) throws SQLException {
      try {
        connection.close();
      } finally {
        free.release();
      }
    }
  }

  /// Does something with a database.
  @FunctionalInterface
  private interface Operation<R, X extends Exception> {
    R run() throws X;
  }

  private <R, X extends Exception> R patiently(Operation<R, X> operation) throws X {
    long since = System.nanoTime();
    while (true) {
      try {
        var result = operation.run();
        if (away.compareAndSet(true, false)) {
          System.err.println("the database answers again");
        }
        return result;
      } catch (JdbiException e) {
        if (!isAway(e) || System.nanoTime() - since >= patience.toNanos()) {
          throw e;
        }
        if (away.compareAndSet(false, true)) {
          System.err.printf(
              "the database does not answer (%s): waiting for it, up to %d min%n",
              e.getMessage(), patience.toMinutes());
        }
        pause(e);
      }
    }
  }

  private static boolean isAway(Throwable e) {
    for (var cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && String.valueOf(sql.getSQLState()).matches(AWAY)) {
        return true;
      }
    }
    return false;
  }

  private static void pause(JdbiException e) {
    try {
      Thread.sleep(RETRY_MILLIS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw e;
    }
  }
}
