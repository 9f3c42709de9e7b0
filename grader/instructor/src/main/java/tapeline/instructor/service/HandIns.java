package tapeline.instructor.service;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tapeline.instructor.board.BoardText;
import tapeline.instructor.database.Database;
import tapeline.instructor.receipt.ClassTimes;
import tapeline.instructor.receipt.Member;
import tapeline.instructor.receipt.MemberTable;
import tapeline.instructor.receipt.Receipt;
import tapeline.instructor.receipt.ReceiptTable;
import tapeline.instructor.web.HttpRefusal;

/// Takes uploads in: on the disk, checked, in the database, laid out for its runner, in this order.
/// A receipt is given when all of it is done.
final class HandIns {
  private static final int LONGEST_NAME = 80;

  /// Uploads of a member a day: all that come are kept, and one member shall not fill the disk.
  static final int MOST_A_DAY = 200;

  private final HandInFolder folder;
  private final Database database;
  private final Uploads uploads;
  private final ReceiptTable receipts;
  private final FirstCheck check;
  private final InstantSource clock;

  /// Lets as many be checked at once as there are processors: a check unpacks an archive.
  private final Semaphore checks = new Semaphore(Runtime.getRuntime().availableProcessors());

  private final Map<Integer, Checked> checked = new ConcurrentHashMap<>();

  /// The time of the last upload.
  private Instant latest = Instant.EPOCH;

  HandIns(
      HandInFolder folder,
      Database database,
      Uploads uploads,
      FirstCheck check,
      InstantSource clock) {
    this.folder = folder;
    this.database = database;
    this.uploads = uploads;
    this.receipts = new ReceiptTable(database);
    this.check = check;
    this.clock = clock;
  }

  /// Lays out what an earlier server had taken and not laid out when it ended; times go on after
  /// its last one.
  synchronized void layOut() throws IOException {
    var all =
        new MemberTable(database)
            .all().stream().collect(Collectors.toMap(Member::id, Function.identity()));
    for (var kind : Member.Kind.values()) {
      for (var receipt : receipts.all(kind)) {
        latest = receipt.received().isAfter(latest) ? receipt.received() : latest;
        if (receipt.isTaken()) {
          folder.lay(Objects.requireNonNull(all.get(receipt.member())), receipt);
        }
      }
    }
  }

  /// The folder of forms on their way.
  Path parts() {
    return uploads.parts();
  }

  /// Takes an upload, and returns its receipt: the one of the same bytes where they are the
  /// member's last ones, or a team's, and what is found on them is the same.
  ///
  /// @param name of the file, as the member's machine has it
  Receipt take(Member member, String name, InputStream content) throws IOException {
    if (receipts.count(member.id(), clock.instant().minus(Duration.ofDays(1))) >= MOST_A_DAY) {
      throw new HttpRefusal(
          429,
          "a member hands in at most %d times in 24 hours, and this would be one more"
              .formatted(MOST_A_DAY));
    }
    var stored = uploads.keep(content);
    var received = now();
    var known =
        member.kind() == Member.Kind.TEAM
            ? receipts.find(member, stored.hash())
            : Optional.<Receipt>empty();
    var receipt = known.isPresent() ? known.get() : checked(member, shown(name), stored, received);
    if (receipt.isTaken()) {
      folder.lay(member, receipt);
    }
    return receipt;
  }

  /// Returns the time, after each one before, though the machine's clock may jump back.
  private synchronized Instant now() {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    latest = now.isAfter(latest) ? now : latest.plusMillis(1);
    return latest;
  }

  private Receipt checked(Member member, String file, Uploads.Stored stored, Instant received)
      throws IOException {
    var found = found(member, stored);
    var times = ClassTimes.of(database);
    var says = found.at(received, member, times);
    Predicate<Receipt> isSame = known -> found.isStill(known, received, member, times);
    return receipts
        .find(member, stored.hash())
        .filter(isSame) // before a number is drawn
        .orElseGet(() ->
            receipts.add(
                member,
                new Receipt(
                    0,
                    member.id(),
                    file,
                    stored.hash(),
                    stored.bytes(),
                    received,
                    says.recognised(),
                    says.refused(),
                    ""),
                isSame));
  }

  /// Checks an upload, unless it is the one that was checked last for its member: who sends the
  /// same bytes for ever has them unpacked once.
  private FirstCheck.Found found(Member member, Uploads.Stored stored) throws IOException {
    var last = checked.get(member.id());
    if (last != null && last.hash.equals(stored.hash())) {
      return last.found;
    }
    checks.acquireUninterruptibly();
    try {
      var found = check.of(member, stored.file());
      checked.put(member.id(), new Checked(stored.hash(), found));
      return found;
    } finally {
      checks.release();
    }
  }

  private record Checked(String hash, FirstCheck.Found found) {}

  /// Returns a file's name without the folders before it, and fit to be shown.
  private static String shown(String name) {
    return BoardText.line(name.replaceFirst("(?s)^.*[/\\\\]", ""), LONGEST_NAME);
  }
}
