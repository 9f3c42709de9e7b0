package tapeline.instructor.gradebook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tapeline.instructor.database.Database;
import tapeline.instructor.receipt.ClassTimes;
import tapeline.instructor.receipt.HandInTerms;
import tapeline.instructor.receipt.Receipt;
import tapeline.instructor.receipt.ReceiptTable;
import tapeline.toolkit.Sha256;

/// The hand-ins of a class with receipts: of a student the last one in time counts.
///
/// @param uploads the folder of all that was handed in, by SHA-256
/// @param modules the folders that are graded
record ReceivedHandIns(ReceiptTable receipts, ClassTimes times, Path uploads, Set<String> modules) {

  /// Opens a class's receipts.
  ///
  /// @param place the class's database
  /// @param submissions a folder of the class's `homework`
  /// @throws IllegalArgumentException when there is no class
  static ReceivedHandIns open(String place, Path submissions, Set<String> modules)
      throws IOException {
    if (!place.startsWith("jdbc:") && !Files.isRegularFile(Path.of(place))) {
      throw new IllegalArgumentException("there is no class in --receipts " + place);
    }
    var database = Database.open(place);
    var uploads = submissions.toRealPath().resolve("../../uploads").normalize();
    return new ReceivedHandIns(
        new ReceiptTable(database), ClassTimes.of(database), uploads, modules);
  }

  /// Returns the class's window for what is graded.
  ///
  /// @throws IllegalArgumentException when its modules have several
  private HandInTerms window() {
    var all = modules.stream().map(times::window).distinct().toList();
    if (all.size() > 1) {
      throw new IllegalArgumentException(
          "modules that are graded together have one window, got %s: grade them one by one"
              .formatted(
                  new TreeSet<>(modules).stream().map(m -> m + " " + times.window(m)).toList()));
    }
    return all.getFirst();
  }

  /// Returns the policy with the end of the class's window, where it has one.
  ///
  /// @throws IllegalArgumentException when another deadline is given
  LatePolicy late(LatePolicy given) {
    var until = window().until();
    if (until == null) {
      return given;
    }
    if (given.deadline() != null && !given.deadline().equals(until)) {
      throw new IllegalArgumentException(
          "the class has its hand-ins %s, and --deadline says %s: leave it out, or set the window on the instructor's page"
              .formatted(window(), given.deadline()));
    }
    return new LatePolicy(until, given.sharePerDay());
  }

  /// Returns the hand-ins that count, each with the time of its receipt; one without a receipt as
  /// it is, and so is one whose receipt is for other modules. Of whom none counts the last one is
  /// refused.
  ///
  /// @param notes hears of those in whose place another one counts, or none
  List<HandedIn> counting(List<HandedIn> found, Roster roster, LatePolicy late, List<String> notes)
      throws IOException {
    var all = new ArrayList<HandedIn>();
    for (var one : found) {
      var last = last(one);
      if (last.isEmpty()) {
        all.add(one);
      } else {
        all.add(counting(one, last.get(), roster.known(one.student()), late, notes));
      }
    }
    return all;
  }

  private Optional<Receipt> last(HandedIn one) throws IOException {
    if (one.paths().size() != 1 || !Files.isRegularFile(one.paths().getFirst())) {
      return Optional.empty();
    }
    var hash = Sha256.of(one.paths().getFirst());
    return receipts.ofStudent(one.student().id()).stream()
        .filter(r -> r.hash().equals(hash))
        .reduce((_, later) -> later);
  }

  private HandedIn counting(
      HandedIn one, Receipt last, Student listed, LatePolicy late, List<String> notes) {
    var id = listed.id();
    var named = graded(last);
    if (named.isEmpty()) {
      return one;
    }
    var until = until(last.member(), listed, late);
    var window = new HandInTerms(window().opens(), until);
    var all =
        receipts.ofStudent(id).stream()
            .filter(r -> graded(r).stream().anyMatch(named::contains))
            .toList();
    for (var other : all) {
      if (!graded(other).equals(named)) {
        throw new IllegalArgumentException(
            "of %s receipt %d has %s, and receipt %d %s: grade them one by one"
                .formatted(id, other.id(), graded(other), last.id(), named));
      }
    }
    var counting = listed.submitted() == null ? window.counting(all) : Optional.of(last);
    if (counting.isEmpty()) {
      var why =
          "of %s nothing counts: hand-ins are taken %s, and receipt %d came at %s"
              .formatted(id, window, last.id(), last.received());
      notes.add(why);
      return one.received(one.paths().getFirst(), last.received(), until).refused(why);
    }
    var receipt = counting.get();
    if (receipt.hash().equals(last.hash())) {
      return one.received(one.paths().getFirst(), receipt.received(), until);
    }
    var upload = uploads.resolve(receipt.hash() + ".zip");
    if (!Files.isRegularFile(upload)) {
      throw new IllegalArgumentException(
          "of %s receipt %d counts, the last one in time, and %s is not there: grade a folder of the class's homework/"
              .formatted(id, receipt.id(), upload));
    }
    notes.add(
        "of %s receipt %d counts, the last one in time: receipt %d came at %s, and hand-ins are taken %s"
            .formatted(id, receipt.id(), last.id(), last.received(), window));
    return one.received(upload, receipt.received(), until);
  }

  /// Returns the modules of a receipt that are graded.
  private Set<String> graded(Receipt receipt) {
    var named = new TreeSet<>(receipt.modules());
    named.retainAll(modules);
    return named;
  }

  /// Returns a student's deadline: the roster's before the class's.
  ///
  /// @throws IllegalArgumentException when the roster's is before that of a window, which the
  ///   student has read
  private @Nullable Instant until(int member, Student listed, LatePolicy late) {
    var ofClass = times.deadline(member, modules, late.deadline());
    var own = listed.deadline();
    if (own == null) {
      return ofClass;
    }
    if (ofClass != null && window().until() != null && own.isBefore(ofClass)) {
      throw new IllegalArgumentException(
          "%s has until %s by the roster, and until %s by the class: leave the roster's out, or set the times on the instructor's page"
              .formatted(listed.id(), own, ofClass));
    }
    return own;
  }
}
