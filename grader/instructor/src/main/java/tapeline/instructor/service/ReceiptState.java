package tapeline.instructor.service;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.instructor.board.BoardEntry;
import tapeline.instructor.board.BoardWords;
import tapeline.instructor.board.page.BoardView;
import tapeline.instructor.board.page.VerdictTag;
import tapeline.instructor.judge.verdict.Judgement;
import tapeline.instructor.receipt.ClassTimes;
import tapeline.instructor.receipt.HandInTerms;
import tapeline.instructor.receipt.Member;
import tapeline.instructor.receipt.Receipt;

/// The state of what a receipt is for: refused, in the queue, judged.
///
/// @param word with a sign of its own
/// @param tone its class in the style sheet
/// @param entry its page's address; empty where there is none
record ReceiptState(String word, String tone, String sentence, String entry) {

  /// Returns the state of one of a class's receipts.
  ///
  /// @param all receipts of members of this kind
  static ReceiptState of(
      Receipt receipt, Member.Kind kind, List<Receipt> all, BoardView board, ClassTimes times) {
    if (!receipt.isTaken()) {
      return new ReceiptState("⊘ refused", "bad", receipt.refused(), "");
    }
    return kind == Member.Kind.TEAM ? entry(receipt, all, board) : homework(receipt, all, times);
  }

  private static ReceiptState homework(Receipt receipt, List<Receipt> all, ClassTimes times) {
    var own = all.stream().filter(r -> r.member() == receipt.member() && r.isTaken()).toList();
    var graded = new ArrayList<String>();
    var late = new ArrayList<String>();
    var instead = new ReceiptState("↷ replaced", "quiet", "", "");
    for (var module : receipt.modules()) {
      var terms = times.of(receipt.member(), module);
      var same = own.stream().filter(r -> r.modules().contains(module)).toList();
      var counting = terms.counting(same).orElse(null);
      if (receipt.equals(counting)) {
        graded.add(module);
        if (terms.isLate(receipt.received())) {
          var what = receipt.modules().size() == 1 ? "It" : module;
          late.add(" %s is late: you have %s.".formatted(what, terms));
        }
      } else {
        instead = instead(receipt, module, terms, counting);
      }
    }
    var grades =
        "Your instructor grades %s.%s".formatted(String.join(", ", graded), String.join("", late));
    return graded.isEmpty()
        ? instead
        : late.isEmpty()
            ? new ReceiptState("✓ handed in", "good", grades, "")
            : new ReceiptState("✓ handed in late", "quiet", grades, "");
  }

  /// Returns the state of homework in whose place another receipt counts.
  ///
  /// @param counting null where none does
  private static ReceiptState instead(
      Receipt receipt, String module, HandInTerms terms, @Nullable Receipt counting) {
    boolean late = terms.isLate(receipt.received());
    var counts =
        counting == null
            ? "Hand it in again then"
            : terms.isLate(counting.received())
                ? "None is in time, so the last one counts, receipt %d".formatted(counting.id())
                : "The last hand-in in time counts, receipt %d".formatted(counting.id());
    var came =
        "You have %s for %s, and this came at %s. ".formatted(terms, module, receipt.received());
    if (terms.isEarly(receipt.received())) {
      return new ReceiptState("↷ early", "quiet", came + counts + ".", "");
    }
    return late
        ? new ReceiptState(
            "↷ late", "quiet", came + counts + ", unless your instructor accepts this one.", "")
        : new ReceiptState(
            "↷ replaced",
            "quiet",
            counts + (terms.until() == null ? ", if it is in time." : "."),
            "");
  }

  private static ReceiptState entry(Receipt receipt, List<Receipt> all, BoardView board) {
    var entry = onBoard(receipt, board);
    if (entry != null && !entry.problem().isEmpty()) {
      return new ReceiptState("⊘ refused", "bad", entry.problem(), page(entry));
    }
    var kept = entry == null ? null : board.kept(entry).orElse(null);
    if (entry == null && !receipt.leftOut().isEmpty()) {
      return new ReceiptState("⊘ not taken", "bad", receipt.leftOut(), "");
    }
    if (entry == null || kept == null) {
      return waiting(receipt, all, board);
    }
    var judgement = kept.judgement();
    var verdict = judgement.verdict();
    return new ReceiptState(
        BoardWords.word(verdict), VerdictTag.tone(verdict), sentence(judgement), page(entry));
  }

  private static String sentence(Judgement judgement) {
    var score = judgement.score();
    return (score != null && score.level() == 1
            ? BoardWords.ratio(score.ratio()) + ", counted: "
            : "")
        + judgement.reason()
        + (judgement.defence().isEmpty() ? "" : " (defence: " + judgement.defence() + ")");
  }

  private static ReceiptState waiting(Receipt receipt, List<Receipt> all, BoardView board) {
    long before =
        all.stream()
            .filter(r -> r.isTaken() && r.leftOut().isEmpty() && r.id() < receipt.id())
            .filter(r -> {
              var entry = onBoard(r, board);
              return entry == null || (entry.problem().isEmpty() && board.kept(entry).isEmpty());
            })
            .count();
    return new ReceiptState(
        "… waiting",
        "quiet",
        BoardWords.count(before, "entry is", "entries are")
            + " before it. A run leaves out those that came after its deadline or too often.",
        "");
  }

  private static @Nullable BoardEntry onBoard(Receipt receipt, BoardView board) {
    return board.entries().stream()
        .filter(e -> e.archive().equals(receipt.hash()))
        .findFirst()
        .orElse(null);
  }

  private static String page(BoardEntry entry) {
    return "entries/" + entry.id() + ".html";
  }
}
