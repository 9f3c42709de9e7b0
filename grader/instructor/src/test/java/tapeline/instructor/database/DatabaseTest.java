package tapeline.instructor.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteDataSource;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.instructor.board.PrivatePostgres;
import tapeline.instructor.receipt.Member;
import tapeline.instructor.receipt.Receipt;
import tapeline.instructor.receipt.ReceiptTable;

/// Opens what is no database, where the error names the place that was asked for, and why; and a
/// database of an earlier version.
class DatabaseTest {
  @TempDir Path folder = Path.of(".");

  @ParameterizedTest
  @CsvSource({"notes.txt, not a database", "class, unable to open"})
  void a_file_of_another_kind_is_named(String name, String why) throws IOException {
    Files.writeString(
        folder.resolve("notes.txt"), "a list of students, and no database\n".repeat(99));
    Files.createDirectories(folder.resolve("class"));
    var place = folder.resolve(name).toString();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Database.open(place))
        .withMessageStartingWith("--db %s cannot be opened: ".formatted(place))
        .withMessageContaining(why);
  }

  @Test
  void receipts_of_a_class_from_before_windows_stay() throws IOException {
    var file = folder.resolve("class.db");
    var source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite:" + file);
    var flyway = Flyway.configure().dataSource(source).locations("classpath:db/migration");
    flyway.target("6").load().migrate();
    Jdbi.create(source)
        .useHandle(handle -> {
          handle.execute(
              "insert into member values (1, 'team', 'Ada', 'ada', 'The First', 'token', 0)");
          handle.execute(
              """
              insert into receipt values (7, 1, 'a.zip', 'hash', 9, '2026-12-01T12:00:00Z',
                'matmul: rows', '', 'it is late')\
              """);
        });
    var when = Instant.parse("2026-12-01T12:00:00Z");
    assertThat(new ReceiptTable(Database.open(file.toString())).all(Member.Kind.TEAM))
        .containsExactly(
            new Receipt(7, 1, "a.zip", "hash", 9, when, "matmul: rows", "", "it is late"));
  }

  /// None goes on until twenty are there.
  @Test
  @Timeout(300)
  @Needs(Need.POSTGRESQL)
  void of_many_at_once_twenty_have_a_connection_and_the_others_wait_for_them() throws Exception {
    try (var server = PrivatePostgres.start();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var database = Database.open(server.url());
      var twenty = new CountDownLatch(20);
      var inside = new AtomicInteger();
      var most = new AtomicInteger();
      var answers = new ArrayList<Future<Integer>>();
      for (int i = 0; i < 150; i++) {
        answers.add(
            threads.submit(() ->
                database.withHandle(h -> {
                  most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                  twenty.countDown();
                  twenty.await();
                  h.execute("select pg_sleep(0.1)");
                  return inside.decrementAndGet();
                })));
      }
      for (var answer : answers) {
        answer.get();
      }
      assertThat(most).hasValue(20);
    }
  }

  @Test
  void who_gets_no_connection_is_told_and_one_that_cannot_be_opened_is_none() {
    var failing =
        new SQLiteDataSource() {
          @Override
          public Connection getConnection() {
            throw new IllegalStateException("a driver's bug");
          }
        };
    var free = new Semaphore(1);
    var connections = new Database.FewConnections(failing, free, Duration.ZERO);
    assertThatThrownBy(connections::openConnection).hasMessage("a driver's bug");
    assertThat(free.tryAcquire()).as("it is free again").isTrue();
    assertThatThrownBy(connections::openConnection)
        .hasMessage("no connection is free")
        .hasFieldOrPropertyWithValue("SQLState", "08001");
  }

  @Test
  @Needs(Need.POSTGRESQL)
  void a_server_lets_go_of_a_machine_that_vanished_and_the_address_has_options_of_its_own()
      throws Exception {
    try (var server = PrivatePostgres.start()) {
      var database = Database.open(server.url() + "&options=-c%20geqo=off");
      var settings =
          "select setting from pg_settings where name in ('idle_in_transaction_session_timeout', "
              + "'client_connection_check_interval', 'geqo') order by name";
      List<String> is =
          database.withHandle(h -> h.createQuery(settings).mapTo(String.class).list());
      assertThat(is).containsExactly("10000", "off", "60000");
    }
  }

  @Test
  void a_server_that_is_not_there_is_named_without_its_password() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Database.open("jdbc:postgresql://127.0.0.1:1/board?password=secret"))
        .withMessageStartingWith("--db jdbc:postgresql://127.0.0.1:1/board cannot be opened: ")
        .withMessageContaining("refused")
        .withMessageNotContaining("secret");
  }
}
