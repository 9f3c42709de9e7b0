package tapeline.instructor.board;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import tapeline.competition.Event;
import tapeline.instructor.database.ClaimTable;
import tapeline.instructor.database.Counter;
import tapeline.instructor.database.Database;
import tapeline.instructor.receipt.ClassTimes;
import tapeline.instructor.receipt.Receipt;
import tapeline.instructor.receipt.ReceiptTable;

/// The board's events, entries and their bytes, in its database. [JudgementTable] keeps what they
/// were judged to be, [RunTable] when.
public final class BoardStore {
  private final Database database;
  private final JudgementTable judgements;
  private final RunTable runs;
  private final ReceiptTable receipts;

  /// The board in a database that is open.
  public BoardStore(Database database) {
    this.database = database;
    this.judgements = new JudgementTable(database);
    this.runs = new RunTable(database);
    this.receipts = new ReceiptTable(database);
  }

  /// Opens a board, and makes one where none is.
  ///
  /// @param place a file's path, or a URL that begins with `jdbc:postgresql:`
  public static BoardStore open(String place) throws IOException {
    return new BoardStore(Database.open(place));
  }

  public JudgementTable judgements() {
    return judgements;
  }

  public RunTable runs() {
    return runs;
  }

  /// Opens the claims of work on this board.
  public ClaimTable claims() {
    return new ClaimTable(database);
  }

  /// The seed of all that is drawn on this board: drawn itself when it is first asked for, and the
  /// same ever after.
  public long masterSeed() {
    return masterSeed(new SecureRandom().nextLong());
  }

  /// Makes this the seed of a new board.
  ///
  /// @throws IllegalArgumentException when the board has another
  public void requireSeed(long seed) {
    if (masterSeed(seed) != seed) {
      throw new IllegalArgumentException(
          "this board has a seed, and entries were judged by it: it cannot become " + seed);
    }
  }

  private long masterSeed(long fresh) {
    return Long.parseLong(database.agreed("seed", Long.toString(fresh)));
  }

  /// Keeps an event; one with the same text is kept once.
  public void add(BoardEvent event) {
    database.useTransaction(handle -> {
      if (isThere(handle, "event", event.hash())) {
        return;
      }
      handle
          .createUpdate(
              """
              insert into event (hash, seq, id, json) values (:hash, :seq, :id, :json)
              on conflict (hash) do nothing\
              """)
          .bind("hash", event.hash())
          .bind("seq", Counter.EVENT.next(handle))
          .bind("id", event.id())
          .bind("json", BoardJson.line(event.event()))
          .execute();
    });
  }

  /// The events in the order in which they were first seen; of one id the last.
  public List<BoardEvent> events() {
    return database.withHandle(handle ->
        handle
            .createQuery(
                """
                select hash, json from event e
                where seq = (select max(seq) from event o where o.id = e.id) order by seq\
                """)
            .map((row, _) ->
                new BoardEvent(
                    row.getString("hash"), BoardJson.read(row.getString("json"), Event.class)))
            .list());
  }

  /// Returns an entry's receipt, where a class has one for its bytes.
  public Optional<Receipt> receipt(BoardEntry entry) {
    return receipts.ofEntry(entry.archive());
  }

  /// Returns the terms for an entry with this receipt: its team may have a later deadline.
  public EntryTerms terms(EntryTerms ofClass, BoardEntry entry, Receipt receipt) {
    var works = List.of(entry.eventId());
    return new EntryTerms(
        ClassTimes.of(database).deadline(receipt.member(), works, ofClass.deadline()),
        ofClass.perDay());
  }

  /// Notes on its receipt why an entry was not taken in; empty where it was.
  public void leaveOut(Receipt receipt, String why) {
    receipts.leaveOut(receipt, why);
  }

  /// Keeps an entry and its bytes; one that is known keeps its place in the order.
  ///
  /// @return whether it is new
  public boolean add(SubmittedEntry submitted) {
    var entry = submitted.entry();
    return database.inTransaction(handle -> {
      if (isThere(handle, "entry", entry.hash())) {
        return false;
      }
      addBytes(handle, submitted);
      return handle
              .createUpdate(
                  """
                  insert into entry (hash, seq, source, event_id, team, name, manifest,
                    problem, code_bytes, archive, added)
                  values (:hash, :seq, :source, :eventId, :team, :name, :manifest, :problem,
                    :codeBytes, :archive, :added)
                  on conflict (hash) do nothing\
                  """)
              .bindMethods(entry)
              .bind("seq", Counter.ENTRY.next(handle))
              .bind("added", entry.added().isEmpty() ? now() : entry.added())
              .execute()
          == 1;
    });
  }

  /// Calls the teams of all entries by these names.
  public void rename(Function<BoardEntry, String> names) {
    var all = entries();
    database.useTransaction(handle -> {
      for (var e : all) {
        var name = names.apply(e);
        if (!name.equals(e.team())) {
          handle
              .createUpdate("update entry set team = :team where hash = :hash")
              .bind("team", name)
              .bind("hash", e.hash())
              .execute();
        }
      }
    });
  }

  private static boolean isThere(Handle handle, String table, String hash) {
    return handle
        .createQuery("select 1 from %s where hash = :hash".formatted(table))
        .bind("hash", hash)
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  private static void addBytes(Handle handle, SubmittedEntry submitted) {
    handle
        .createUpdate(
            """
            insert into archive (hash, bytes) values (:archive, :bytes)
            on conflict (hash) do nothing\
            """)
        .bind("archive", submitted.entry().archive())
        .bind("bytes", submitted.bytes())
        .execute();
  }

  /// All entries in the order of submission.
  public List<BoardEntry> entries() {
    var entries = ConstructorMapper.of(BoardEntry.class);
    return database.withHandle(
        handle -> handle.createQuery("select * from entry order by seq").map(entries).list());
  }

  /// The entries whose hash begins so.
  public List<BoardEntry> entries(String prefix) {
    return entries().stream().filter(e -> e.hash().startsWith(prefix)).toList();
  }

  /// The bytes with this hash.
  public Optional<byte[]> bytes(String archive) {
    return database.withHandle(handle ->
        handle
            .createQuery("select bytes from archive where hash = :hash")
            .bind("hash", archive)
            .map((row, _) -> row.getBytes(1))
            .findOne());
  }

  static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
