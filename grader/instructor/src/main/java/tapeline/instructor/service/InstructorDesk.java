package tapeline.instructor.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import tapeline.competition.Event;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.instructor.board.BoardEntry;
import tapeline.instructor.board.BoardText;
import tapeline.instructor.board.JudgementTable;
import tapeline.instructor.board.page.LiveSite;
import tapeline.instructor.database.ClaimTable;
import tapeline.instructor.database.Database;
import tapeline.instructor.gradebook.HandMarkFile;
import tapeline.instructor.receipt.AuditLog;
import tapeline.instructor.receipt.ClassTimes;
import tapeline.instructor.receipt.Member;
import tapeline.instructor.receipt.MemberTable;
import tapeline.instructor.receipt.Receipt;
import tapeline.instructor.receipt.ReceiptTable;
import tapeline.instructor.web.HttpRefusal;

/// Carries out what an instructor decides by forms: each decision and its line in the log are one
/// transaction. A mark's file is written last in it: when that fails there is no line, and only a
/// machine that stops between the file and the commit leaves a mark that the log lacks.
///
/// @param log of what instructors did
record InstructorDesk(
    HandInFolder folder,
    Database database,
    MemberTable members,
    ReceiptTable receiptTable,
    AuditLog log,
    InstantSource clock,
    LiveSite board,
    Course course,
    List<Event> events) {
  private static final int LONGEST = 1_000;

  /// Does what a form asks for.
  ///
  /// @param action the last part of the form's address
  /// @param form its fields
  /// @throws HttpRefusal when it cannot be done; then nothing of it is
  synchronized void act(Member who, String action, Map<String, String> form) throws IOException {
    try {
      database.useTransaction(handle -> {
        var what =
            switch (action) {
              case "queue" -> queue(handle, form);
              case "rejudge" -> rejudge(handle, form);
              case "accept" -> deadlines().accept(handle, form);
              case "extend" -> deadlines().extend(handle, form);
              case "window" -> deadlines().window(handle, form);
              case "mark" -> marked(form);
              default -> throw new HttpRefusal(404, "there is no form at /instructor/" + action);
            };
        log.add(handle, who, what);
        if (action.equals("mark")) {
          mark(form);
        }
      });
    } catch (IllegalArgumentException e) {
      throw new HttpRefusal(400, String.valueOf(e.getMessage()));
    } catch (UncheckedIOException e) { // a file that a person left
      throw new HttpRefusal(409, String.valueOf(e.getMessage()));
    } finally {
      board.forget();
    }
  }

  private DeadlineDecisions deadlines() {
    return new DeadlineDecisions(times(), members.all(), receipts(), eventIds(), modules(), clock);
  }

  /// Returns a field of a form in one line.
  static String field(Map<String, String> form, String name) {
    var text = form.getOrDefault(name, "");
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException(
          "a field has at most %,d characters, got %,d in %s"
              .formatted(LONGEST, text.length(), name));
    }
    return BoardText.line(text, LONGEST);
  }

  private static String queue(Handle handle, Map<String, String> form) {
    var what = field(form, "do");
    if (!what.matches("stop|start")) {
      throw new IllegalArgumentException("the queue is stopped or started, got " + what);
    }
    ClaimTable.stop(handle, what.equals("stop"));
    return what.equals("stop") ? "stopped the queue" : "started the queue";
  }

  private String rejudge(Handle handle, Map<String, String> form) {
    var hash = field(form, "entry");
    var entry =
        board.view().entries().stream()
            .filter(e -> e.hash().equals(hash))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("there is no entry " + hash));
    var before = JudgementTable.forget(handle, hash);
    if (before.isEmpty()) {
      throw new IllegalArgumentException(
          "an entry that was judged is judged again, and %s waits".formatted(shown(entry)));
    }
    return "has %s judged again, which was %s".formatted(shown(entry), String.join(", ", before));
  }

  /// Returns an entry's event, team and name.
  static String shown(BoardEntry entry) {
    return "%s: %s of %s (%s)".formatted(entry.eventId(), entry.name(), entry.team(), entry.id());
  }

  /// Returns the line of the log for a mark.
  private String marked(Map<String, String> form) {
    var student = field(form, "student");
    if (students().stream().noneMatch(student::equals)) {
      throw new IllegalArgumentException("a mark is for a student of the class, got " + student);
    }
    var name = field(form, "module");
    var module =
        course.modules().stream()
            .filter(m -> m.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("there is no module " + name));
    var exercise = field(form, "exercise");
    var points = field(form, "points");
    if (!exercise.isEmpty() && !isOf(module, exercise, points)) {
      throw new IllegalArgumentException(
          "a mark is for an exercise of %s, and at most its points, got %s and %s"
              .formatted(name, exercise, points));
    }
    var comment = field(form, "comment");
    return "marked %s, %s: %s, %s"
        .formatted(
            student,
            exercise.isEmpty() ? name : exercise,
            points.isEmpty() ? "points as they are" : points + " points",
            comment);
  }

  private void mark(Map<String, String> form) throws IOException {
    var row =
        new HandMarkFile.Row(
            field(form, "student"),
            field(form, "exercise"),
            field(form, "points"),
            field(form, "comment"));
    var ever = members.all().stream().filter(m -> m.kind() == Member.Kind.STUDENT);
    folder.byHand(field(form, "module")).set(row, ever.map(Member::name).toList());
  }

  private static boolean isOf(CourseModule module, String exercise, String points) {
    return module.exercises().stream()
        .filter(e -> e.id().toString().equals(exercise))
        .anyMatch(e -> !points.matches("\\d{1,6}") || Integer.parseInt(points) <= e.points());
  }

  /// Returns the member of these who has a number.
  static Member member(List<Member> all, int id) {
    return all.stream().filter(m -> m.id() == id).findFirst().orElseThrow();
  }

  List<String> eventIds() {
    return events.stream().map(Event::id).toList();
  }

  List<String> modules() {
    return course.modules().stream().map(CourseModule::name).toList();
  }

  /// Returns the students who have a token.
  List<String> students() {
    return members.invited(Member.Kind.STUDENT).stream().map(Member::name).toList();
  }

  private List<Receipt> receipts() {
    return Stream.of(Member.Kind.TEAM, Member.Kind.STUDENT)
        .flatMap(kind -> receiptTable.all(kind).stream())
        .sorted(Comparator.comparingInt(Receipt::id).reversed())
        .toList();
  }

  /// The receipts of a page with their states, the last one first.
  ///
  /// @param older how many more of entries that the last run did not take in
  record Last(Map<Receipt, ReceiptState> receipts, int older) {}

  /// Returns the last receipts, and the last ones before of entries that the last run did not take
  /// in.
  ///
  /// @param most of either
  Last last(List<Member> all, int most, int mostLeftOut) {
    var ofTeams = receiptTable.all(Member.Kind.TEAM);
    var ofStudents = receiptTable.all(Member.Kind.STUDENT);
    var last = new LinkedHashMap<Receipt, ReceiptState>();
    var times = times();
    int older = 0;
    for (var receipt : receipts()) {
      if (last.size() < most || !receipt.leftOut().isEmpty()) {
        if (last.size() == most + mostLeftOut) {
          older++;
          continue;
        }
        var kind = member(all, receipt.member()).kind();
        var its = kind == Member.Kind.TEAM ? ofTeams : ofStudents;
        last.put(receipt, ReceiptState.of(receipt, kind, its, board.view(), times));
      }
    }
    return new Last(last, older);
  }

  /// Returns the windows and deadlines as they are now.
  ClassTimes times() {
    return ClassTimes.of(database);
  }

  boolean isStopped() {
    return database.withHandle(ClaimTable::isStopped);
  }
}
