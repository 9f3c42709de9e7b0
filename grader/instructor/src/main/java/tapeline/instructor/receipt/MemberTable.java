package tapeline.instructor.receipt;

import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import tapeline.instructor.database.Counter;
import tapeline.instructor.database.Database;

/// The members of a class. Of a token only its SHA-256 is kept.
public final class MemberTable {
  private static final RowMapper<Member> MEMBER = ConstructorMapper.of(Member.class);

  private final Database database;

  public MemberTable(Database database) {
    this.database = database;
  }

  /// Gives a new member a token, or one whose token was revoked.
  ///
  /// @param key of the name: names that look alike share it
  /// @param token its SHA-256
  /// @return whether the token is theirs; a member with a token keeps it
  public boolean invite(Member.Kind kind, String name, String key, String shown, String token) {
    return database.inTransaction(handle -> {
      int changed =
          handle.execute(
              """
              insert into member (id, kind, name, name_key, shown, token, revoked)
              values (?, ?, ?, ?, ?, ?, 0) on conflict (kind, name_key) do update
              set token = excluded.token, shown = excluded.shown, revoked = 0
              where member.revoked = 1\
              """,
              Counter.MEMBER.next(handle), // locks the table's invitations
              kind.word(),
              name,
              key,
              shown,
              token);
      return changed == 1;
    });
  }

  /// Takes the tokens of all members of a name; how many there were.
  public int revoke(String key) {
    return database.withHandle(handle ->
        handle.execute("update member set revoked = 1 where name_key = ? and revoked = 0", key));
  }

  /// A member and whether its token was revoked.
  public record Known(Member member, boolean revoked) {}

  /// The member with a token of this SHA-256.
  public Optional<Known> find(String token) {
    return database.withHandle(handle ->
        handle
            .createQuery("select * from member where token = :token")
            .bind("token", token)
            .map((row, context) -> new Known(MEMBER.map(row, context), row.getInt("revoked") == 1))
            .findOne());
  }

  /// Returns the members of this kind who have a token.
  public List<Member> invited(Member.Kind kind) {
    return database.withHandle(handle ->
        handle
            .select("select * from member where kind = ? and revoked = 0 order by id", kind.word())
            .map(MEMBER)
            .list());
  }

  /// All members, revoked or not: what they handed in stays theirs.
  public List<Member> all() {
    return database.withHandle(
        handle -> handle.createQuery("select * from member order by id").map(MEMBER).list());
  }
}
