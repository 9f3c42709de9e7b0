package tapeline.instructor.receipt;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import tapeline.instructor.database.Counter;
import tapeline.instructor.database.Database;

/// The receipts of a class.
public final class ReceiptTable {
  private static final RowMapper<Receipt> RECEIPT =
      (row, _) ->
          new Receipt(
              row.getInt("id"),
              row.getInt("member"),
              row.getString("file"),
              row.getString("hash"),
              row.getLong("bytes"),
              Instant.parse(row.getString("received")),
              row.getString("recognised"),
              row.getString("refused"),
              row.getString("left_out"));

  private final Database database;

  public ReceiptTable(Database database) {
    this.database = database;
  }

  /// Returns the last receipt of these bytes of a member.
  public Optional<Receipt> find(int member, String hash) {
    return database.withHandle(handle -> find(handle, member, hash));
  }

  private static Optional<Receipt> find(Handle handle, int member, String hash) {
    return handle
        .select(
            "select * from receipt where member = ? and hash = ? order by id desc limit 1",
            member,
            hash)
        .map(RECEIPT)
        .findOne();
  }

  /// Adds a receipt, with the next number and a time after the last one's; or returns the one of
  /// these bytes that is there.
  ///
  /// @param finding on the upload, for the time of its receipt
  /// @param clock of this machine, which may jump back
  public Receipt add(
      Member member,
      String file,
      String hash,
      long bytes,
      Function<Instant, Receipt.Finding> finding,
      InstantSource clock) {
    return database.inTransaction(handle -> {
      int number = Counter.RECEIPT.next(handle); // one at a time from here
      var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
      var earliest =
          handle
              .createQuery("select received from receipt order by id desc limit 1")
              .mapTo(String.class)
              .findOne()
              .map(text -> Instant.parse(text).plusMillis(1))
              .filter(now::isBefore);
      var received = earliest.orElse(now);
      var found = finding.apply(received);
      var known =
          find(handle, member.id(), hash).filter(r -> !r.received().isBefore(found.since()));
      if (known.isPresent()) {
        return known.get();
      }
      var receipt =
          new Receipt(
              number,
              member.id(),
              file,
              hash,
              bytes,
              received,
              found.recognised(),
              found.refused(),
              "");
      handle.execute(
          """
          insert into receipt (id, member, file, hash, bytes, received, recognised, refused)
          values (?, ?, ?, ?, ?, ?, ?, ?)\
          """,
          receipt.id(),
          receipt.member(),
          receipt.file(),
          receipt.hash(),
          receipt.bytes(),
          receipt.received().toString(),
          receipt.recognised(),
          receipt.refused());
      return receipt;
    });
  }

  /// Returns how many receipts a member has since a time.
  public int count(int member, Instant since) {
    return database.withHandle(handle ->
        handle
            .select(
                "select count(*) from receipt where member = ? and received >= ?",
                member,
                since.toString())
            .mapTo(Integer.class)
            .one());
  }

  /// All receipts of members of a kind, the first one first.
  public List<Receipt> all(Member.Kind kind) {
    return database.withHandle(handle ->
        handle
            .createQuery(
                "select r.* from receipt r join member m on m.id = r.member where m.kind = :kind order by r.id")
            .bind("kind", kind.word())
            .map(RECEIPT)
            .list());
  }

  /// Returns the receipt of these bytes as a team's entry that was taken: the manifest of such an
  /// entry names that team.
  public Optional<Receipt> ofEntry(String hash) {
    return taken("m.kind = 'team' and r.hash = ?", hash).stream().findFirst();
  }

  /// Returns the receipts of homework of a student that was taken, the first one first.
  public List<Receipt> ofStudent(String name) {
    return taken("m.kind = 'student' and m.name = ?", name);
  }

  private List<Receipt> taken(String which, Object value) {
    return database.withHandle(handle ->
        handle
            .select(
                "select r.* from receipt r join member m on m.id = r.member where r.refused = '' and "
                    + which
                    + " order by r.id",
                value)
            .map(RECEIPT)
            .list());
  }

  /// Notes why a run of the leaderboard did not take an entry in; empty where it did.
  public void leaveOut(Receipt receipt, String why) {
    if (!why.equals(receipt.leftOut())) {
      database.useHandle(handle ->
          handle.execute("update receipt set left_out = ? where id = ?", why, receipt.id()));
    }
  }
}
