package tapeline.instructor.service;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import tapeline.instructor.board.EntryTerms;
import tapeline.instructor.gradebook.Moment;
import tapeline.instructor.receipt.ClassTimes;
import tapeline.instructor.receipt.ClassTimes.Extension;
import tapeline.instructor.receipt.HandInTerms;
import tapeline.instructor.receipt.Member;
import tapeline.instructor.receipt.Receipt;

/// An instructor's decisions on times: windows of the class, deadlines of single members, late
/// hand-ins. Each returns its line in the log.
///
/// @param receipts of entries and homework
/// @param events ids of the class's events
/// @param modules names of the course's modules
record DeadlineDecisions(
    ClassTimes times,
    List<Member> members,
    List<Receipt> receipts,
    List<String> events,
    List<String> modules,
    InstantSource clock) {

  /// Accepts a hand-in that came late: its member has until then.
  String accept(Handle handle, Map<String, String> form) {
    var number = InstructorDesk.field(form, "receipt");
    var receipt =
        receipts.stream()
            .filter(r -> number.equals("" + r.id()))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("there is no receipt " + number));
    if (!receipt.isTaken()) {
      throw new IllegalArgumentException(
          "a late hand-in is accepted if it is no other way wrong, and receipt %s says: %s"
              .formatted(number, receipt.refused()));
    }
    var member = InstructorDesk.member(members, receipt.member());
    if (member.kind() == Member.Kind.TEAM && !receipt.leftOut().startsWith(EntryTerms.LATE)) {
      throw new IllegalArgumentException(
          "an entry is accepted that a run left out as late, and receipt %s %s"
              .formatted(
                  number,
                  receipt.leftOut().isEmpty()
                      ? "was not left out"
                      : "was left out as " + receipt.leftOut()));
    }
    var now = clock.instant();
    if (receipt.received().isAfter(now)) {
      throw new IllegalArgumentException(
          "receipt %s is of %s, after this machine’s %s: extend %s by hand until after that, and take it away once it has counted"
              .formatted(number, receipt.received(), now, member.name()));
    }
    var works = works(member, receipt);
    for (var work : works) {
      if (times.window(work).isEarly(receipt.received())) {
        throw new IllegalArgumentException(
            "a hand-in that came late is accepted, and receipt %s came before %s opened"
                .formatted(number, work));
      }
    }
    requireLate(member, receipt);
    for (var work : works) {
      var own = times.deadline(member.id(), List.of(work), receipt.received());
      ClassTimes.extend(
          handle,
          new Extension(member.id(), work, Objects.requireNonNullElse(own, receipt.received())));
    }
    return "accepted receipt %s of %s: %s".formatted(number, member.name(), receipt.recognised());
  }

  /// Requires that homework is late for one of its modules, or that one has no window.
  private void requireLate(Member member, Receipt receipt) {
    var modules = member.kind() == Member.Kind.STUDENT ? receipt.modules() : List.<String>of();
    boolean late =
        modules.stream()
            .map(module -> times.of(member.id(), module))
            .anyMatch(terms -> terms.until() == null || terms.isLate(receipt.received()));
    if (late || modules.isEmpty()) {
      return;
    }
    var module = modules.getFirst();
    var terms = times.of(member.id(), module);
    var same =
        receipts.stream()
            .filter(r -> r.member() == member.id() && r.isTaken() && r.modules().contains(module))
            .toList();
    throw new IllegalArgumentException(
        "receipt %d came at %s, in time (until %s); the last one in time counts, receipt %d"
            .formatted(
                receipt.id(),
                receipt.received(),
                terms.until(),
                terms.counting(same).orElse(receipt).id()));
  }

  /// Returns the event or the modules that a receipt is for.
  private static List<String> works(Member member, Receipt receipt) {
    return member.kind() == Member.Kind.TEAM
        ? List.of(receipt.recognised().replaceFirst(":.*", ""))
        : receipt.modules();
  }

  /// Gives a member a deadline; takes it away where the form has none.
  String extend(Handle handle, Map<String, String> form) {
    var number = InstructorDesk.field(form, "member");
    var member =
        members.stream()
            .filter(m -> m.kind() != Member.Kind.INSTRUCTOR && number.equals("" + m.id()))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no team or student is " + number));
    var work = InstructorDesk.field(form, "work");
    var known = member.kind() == Member.Kind.TEAM ? events : modules;
    if (!known.contains(work)) {
      throw new IllegalArgumentException(
          "a team has a deadline for an event, a student for a module, got %s for the %s %s"
              .formatted(work, member.kind().word(), member.name()));
    }
    var text = InstructorDesk.field(form, "until");
    if (text.isEmpty()) {
      if (!ClassTimes.takeBack(handle, member.id(), work)) {
        throw new IllegalArgumentException(
            "%s has no deadline of its own for %s".formatted(member.name(), work));
      }
      return "took the deadline for %s from %s".formatted(work, member.name());
    }
    Instant until = Moment.parse("a deadline", text, ZoneOffset.UTC);
    ClassTimes.extend(handle, new Extension(member.id(), work, until));
    return "gave %s until %s for %s".formatted(member.name(), until, work);
  }

  /// Gives the class a window for a module; takes it away where the form has no times.
  String window(Handle handle, Map<String, String> form) {
    var module = InstructorDesk.field(form, "module");
    if (!modules.contains(module)) {
      throw new IllegalArgumentException("there is no module " + module);
    }
    var from = InstructorDesk.field(form, "from");
    var to = InstructorDesk.field(form, "until");
    if (from.isEmpty() && to.isEmpty()) {
      if (!ClassTimes.close(handle, module)) {
        throw new IllegalArgumentException("the class has no window for " + module);
      }
      return "took the window of %s away".formatted(module);
    }
    if (to.isEmpty()) {
      throw new IllegalArgumentException("a window has an end, got one from " + from);
    }
    var opens = from.isEmpty() ? null : Moment.parse("a window's begin", from, ZoneOffset.UTC);
    var until = Moment.parse("a window's end", to, ZoneOffset.UTC);
    if (opens != null && !opens.isBefore(until)) {
      throw new IllegalArgumentException(
          "a window ends after it opens, got from %s until %s".formatted(opens, until));
    }
    var window = new HandInTerms(opens, until);
    ClassTimes.open(handle, module, window);
    return "has %s handed in %s".formatted(module, window);
  }
}
