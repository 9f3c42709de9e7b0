package tapeline.instructor.service;

import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tapeline.instructor.board.BoardEntry;
import tapeline.instructor.board.BoardWords;
import tapeline.instructor.board.page.BoardView;
import tapeline.instructor.board.page.VerdictTag;
import tapeline.instructor.judge.verdict.Judgement;
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
  static ReceiptState of(Receipt receipt, Member.Kind kind, List<Receipt> all, BoardView board) {
    if (!receipt.isTaken()) {
      return new ReceiptState("⊘ refused", "bad", receipt.refused(), "");
    }
    return kind == Member.Kind.TEAM ? entry(receipt, all, board) : homework(receipt, all);
  }

  private static ReceiptState homework(Receipt receipt, List<Receipt> all) {
    var left = new TreeSet<>(HandInFolder.modules(receipt));
    int last = 0;
    for (var other : all) {
      if (other.member() == receipt.member() && other.id() > receipt.id() && other.isTaken()) {
        last = left.removeAll(HandInFolder.modules(other)) ? other.id() : last;
      }
    }
    return left.isEmpty()
        ? new ReceiptState("↷ replaced", "quiet", "Receipt %d replaces it.".formatted(last), "")
        : new ReceiptState(
            "✓ handed in", "good", "Your instructor grades " + String.join(", ", left) + ".", "");
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
