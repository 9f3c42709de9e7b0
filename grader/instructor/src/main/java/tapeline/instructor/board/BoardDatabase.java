package tapeline.instructor.board;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Jdbi;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/// Opens the board's database: a file of SQLite, or a PostgreSQL server by its JDBC URL. Makes its
/// tables, or brings them up to date.
final class BoardDatabase {
  private static final int PATIENCE_MILLIS = 30_000;

  private BoardDatabase() {}

  /// @param place a file's path, or a URL that begins with `jdbc:postgresql:`
  /// @throws IllegalArgumentException for a URL of another database
  static Jdbi open(String place) throws IOException {
    var source = source(place);
    Flyway.configure().dataSource(source).locations("classpath:db/migration").load().migrate();
    return Jdbi.create(source);
  }

  private static DataSource source(String place) throws IOException {
    if (place.startsWith("jdbc:postgresql:")) {
      var server = new PGSimpleDataSource();
      server.setUrl(place);
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
    config.setBusyTimeout(PATIENCE_MILLIS);
    config.enforceForeignKeys(true);
    var source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file);
    return source;
  }
}
