package tapeline.instructor.board;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.instructor.database.Database;
import tapeline.instructor.judge.verdict.JudgeVerdict;
import tapeline.instructor.judge.verdict.Judgement;
import tapeline.instructor.judge.verdict.PairScore;
import tapeline.instructor.judge.verdict.PairScore.ForkTimes;

class JudgementTableTest {
  @TempDir private Path folder = Path.of(".");
  private Database database;
  private JudgementTable table;
  private JudgedPair pair = new JudgedPair("", "", "");
  private int run;

  @BeforeEach
  void board() throws Exception {
    var board = TestBoard.in(folder).with("1", MadeUpEntry.of("matmul", "One", "2"));
    var store = board.store();
    TestBoard.EVENTS.forEach(store::add);
    board.read().forEach(store::add);
    var entry = store.entries().getFirst().hash();
    pair = JudgedPair.withBaseline(TestBoard.event("matmul").hash(), entry);
    run = store.runs().begin();
    table = store.judgements();
    database = Database.open(board.db());
  }

  private static Judgement judgement(double ratio, double logRatio) {
    var forks = List.of(new ForkTimes(List.of(2.0, 2.5), List.of(1.0), logRatio));
    return new Judgement(
        Long.MIN_VALUE,
        JudgeVerdict.BETTER,
        "",
        "",
        new PairScore(ratio, 0, Double.POSITIVE_INFINITY, 0.95, 2, 1, forks),
        FakeJudge.MACHINE,
        "2026-05-01T12:00:00Z",
        1.5);
  }

  private boolean add(Judgement judgement) {
    return database.inTransaction(h -> JudgementTable.add(h, pair, judgement, run, false));
  }

  @Test
  void a_judgement_comes_back_as_it_was_kept() {
    add(judgement(0.1 + 0.2, -1e-300));
    var kept = requireNonNull(table.find(pair));
    assertThat(kept.judgement().score()).isEqualTo(judgement(0.1 + 0.2, -1e-300).score());
    assertThat(kept.judgement().seed()).isEqualTo(Long.MIN_VALUE);
    assertThat(kept.judgement().machine()).isEqualTo(FakeJudge.MACHINE);
  }

  @Test
  void a_pair_has_one_judgement_the_first() {
    assertThat(add(judgement(2, -1))).isTrue();
    assertThat(add(judgement(3, -2))).as("the second").isFalse();
    assertThat(table.all()).hasSize(1);
    assertThat(requireNonNull(table.find(pair)).judgement().score())
        .isEqualTo(judgement(2, -1).score());
  }

  @Test
  void a_forgotten_judgement_makes_place_for_the_next_one() {
    add(judgement(2, -1));
    var before = database.inTransaction(h -> JudgementTable.forget(h, pair.entry()));
    assertThat(before).containsExactly("▲ better 2.00×");
    assertThat(table.all()).isEmpty();
    assertThat(add(judgement(3, -2))).isTrue();
    assertThat(requireNonNull(table.find(pair)).judgement().score())
        .isEqualTo(judgement(3, -2).score());
  }

  @Test
  void a_judgement_is_kept_with_all_its_forks_or_not_at_all() throws Exception {
    assertThatThrownBy(() -> add(judgement(2, Double.NaN)))
        .as("a fork that no column takes")
        .isInstanceOf(JdbiException.class);
    assertThat(table.all()).isEmpty();
    assertThat(TestBoard.in(folder).store().runs().last().orElseThrow().done())
        .as("and it is not counted")
        .isZero();
  }
}
