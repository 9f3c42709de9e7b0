package tapeline.instructor.gradebook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
  /// it is.
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
        counting(one, last.get(), roster.known(one.student()), late, notes).ifPresent(all::add);
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

  private Optional<HandedIn> counting(
      HandedIn one, Receipt last, Student listed, LatePolicy late, List<String> notes) {
    var id = listed.id();
    var until =
        listed.deadline() == null
            ? times.deadline(last.member(), modules, late.deadline())
            : listed.deadline();
    var window = new HandInTerms(window().opens(), until);
    var named = last.modules().stream().filter(modules::contains).toList();
    var all = receipts.ofStudent(id).stream().filter(r -> r.modules().containsAll(named)).toList();
    var counting = listed.submitted() == null ? window.counting(all) : Optional.of(last);
    if (counting.isEmpty()) {
      notes.add(
          "of %s nothing counts: hand-ins are taken %s, and receipt %d came at %s"
              .formatted(id, window, last.id(), last.received()));
      return Optional.empty();
    }
    var receipt = counting.get();
    if (receipt.hash().equals(last.hash())) {
      return Optional.of(one.received(one.paths().getFirst(), receipt.received(), until));
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
    return Optional.of(one.received(upload, receipt.received(), until));
  }
}
