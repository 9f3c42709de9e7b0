package tapeline.instructor.receipt;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import tapeline.instructor.database.Counter;
import tapeline.instructor.database.Database;

/// The receipts of a class.
public final class ReceiptTable {
  private static final RowMapper<Receipt> RECEIPT = ConstructorMapper.of(Receipt.class);

  private final Database database;

  public ReceiptTable(Database database) {
    this.database = database;
  }

  /// Returns the receipt that the same bytes of a member get again: a team's of these bytes, and a
  /// student's where it is the last one.
  public Optional<Receipt> find(Member member, String hash) {
    return database.withHandle(handle -> find(handle, member, hash));
  }

  private static Optional<Receipt> find(Handle handle, Member member, String hash) {
    var last =
        member.kind() == Member.Kind.STUDENT
            ? " and id = (select max(id) from receipt where member = r.member)"
            : "";
    return handle
        .select(
            "select * from receipt r where member = ? and hash = ?%s order by id desc limit 1"
                .formatted(last),
            member.id(),
            hash)
        .map(RECEIPT)
        .findOne();
  }

  /// Adds a receipt with the next number; or returns the one of the same bytes that is there.
  ///
  /// @param receipt without a number
  /// @param isSame whether a receipt that [#find] returns still says what is found on the bytes
  public Receipt add(Member member, Receipt receipt, Predicate<Receipt> isSame) {
    return database.inTransaction(handle -> {
      int number = Counter.RECEIPT.next(handle); // one at a time from here
      var known = find(handle, member, receipt.hash()).filter(isSame);
      if (known.isPresent()) {
        return known.get();
      }
      var numbered = receipt.numbered(number);
      handle
          .createUpdate(
              """
              insert into receipt (id, member, file, hash, bytes, received, recognised, refused)
              values (:id, :member, :file, :hash, :bytes, :received, :recognised, :refused)\
              """)
          .bindMethods(numbered)
          .bind("received", receipt.received().toString())
          .execute();
      return numbered;
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
