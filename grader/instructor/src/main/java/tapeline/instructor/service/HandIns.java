package tapeline.instructor.service;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
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
  private final MemberTable members;
  private final ReceiptTable receipts;
  private final FirstCheck check;
  private final InstantSource clock;

  /// Lets as many be checked at once as there are processors: a check unpacks an archive.
  private final Semaphore checks = new Semaphore(Runtime.getRuntime().availableProcessors());

  HandIns(
      HandInFolder folder,
      Database database,
      Uploads uploads,
      MemberTable members,
      ReceiptTable receipts,
      FirstCheck check,
      InstantSource clock) {
    this.folder = folder;
    this.database = database;
    this.uploads = uploads;
    this.members = members;
    this.receipts = receipts;
    this.check = check;
    this.clock = clock;
  }

  /// Lays out what an earlier server had taken and not laid out when it ended.
  void layOut() throws IOException {
    var all = members.all().stream().collect(Collectors.toMap(Member::id, Function.identity()));
    for (var kind : Member.Kind.values()) {
      for (var receipt : receipts.all(kind)) {
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

  /// Takes an upload, and returns its receipt: the one that is there for the same bytes, unless a
  /// window of theirs opened since.
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
    var times = ClassTimes.of(database);
    var known =
        receipts
            .find(member.id(), stored.hash())
            .filter(r -> !times.isOpenedBetween(r.received(), clock.instant()));
    var receipt = known.isPresent() ? known.get() : checked(member, name, stored, times);
    if (receipt.isTaken()) {
      folder.lay(member, receipt);
    }
    return receipt;
  }

  private Receipt checked(Member member, String name, Uploads.Stored stored, ClassTimes times)
      throws IOException {
    var found = found(member, stored);
    return receipts.add(
        member,
        shown(name),
        stored.hash(),
        stored.bytes(),
        received -> found.at(received, member, times),
        clock);
  }

  private FirstCheck.Found found(Member member, Uploads.Stored stored) throws IOException {
    checks.acquireUninterruptibly();
    try {
      return check.of(member, stored.file());
    } finally {
      checks.release();
    }
  }

  /// Returns a file's name without the folders before it, and fit to be shown.
  private static String shown(String name) {
    return BoardText.line(name.replaceFirst("(?s)^.*[/\\\\]", ""), LONGEST_NAME);
  }
}
