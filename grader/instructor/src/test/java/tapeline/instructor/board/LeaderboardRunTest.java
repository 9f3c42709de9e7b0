package tapeline.instructor.board;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.instructor.board.command.RankingText;
import tapeline.instructor.board.page.BoardSite;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.JudgeVerdict;
import tapeline.instructor.judge.verdict.Judgement;
import tapeline.instructor.judge.verdict.PairJudge;

class LeaderboardRunTest {
  @TempDir private Path folder = Path.of(".");

  @Test
  void ranks_share_where_entries_are_not_told_apart() throws Exception {
    var board = TestBoard.in(folder);
    board.store().requireSeed(1); // with others, 5 of 100 tables tell twins apart
    board.with("a", MadeUpEntry.of("matmul", "Slow", "1.2"));
    board.with("b", MadeUpEntry.of("matmul", "Fast", "3"));
    board.with("c", MadeUpEntry.of("matmul", "Twin", "3.001"));
    board.run();
    assertThat(board.ranking("matmul").rows())
        .as("3 and 3.001 with noise of 1 % share the ranks 1 and 2")
        .extracting(r -> r.entry().team() + " " + r.shownRanks())
        .containsExactlyInAnyOrder("Fast 1–2", "Twin 1–2", "Slow 3");
    assertThat(board.ranking("matmul").rows().getLast().entry().team()).isEqualTo("Slow");
  }

  @Test
  void counted_entries_are_ranked_by_their_counts() throws Exception {
    var board = TestBoard.in(folder);
    board.with("a", MadeUpEntry.of("smallest-model", "Large", "2"));
    board.with("b", MadeUpEntry.of("smallest-model", "Small", "4"));
    board.with("c", MadeUpEntry.of("smallest-model", "As small", "4"));
    board.run();
    assertThat(board.ranking("smallest-model").rows())
        .extracting(r -> r.entry().team() + " " + r.shownRanks())
        .containsExactly("Small 1–2", "As small 1–2", "Large 3");
  }

  @Test
  void counted_pairs_of_an_event_share_a_seed_and_measured_ones_do_not() throws Exception {
    var board = TestBoard.in(folder);
    for (var event : new String[] {"smallest-model", "matmul"}) {
      board.with(event + 1, MadeUpEntry.of(event, "A", "2"));
      board.with(event + 2, MadeUpEntry.of(event, "B", "3"));
    }
    board.run();
    assertThat(seeds(board, "smallest-model"))
        .as("counts of different inputs could not be compared")
        .hasSize(1);
    assertThat(seeds(board, "matmul")).hasSize(2);
  }

  @Test
  void a_judge_whose_stack_overflows_on_an_entry_judges_the_others() throws Exception {
    var board = TestBoard.in(folder);
    board.with("a", MadeUpEntry.of("matmul", "Deep", "2"));
    board.with("b", MadeUpEntry.of("smallest-model", "Flat", "2"));
    var judge = new FakeJudge(0);
    board.run(
        (event, entry, against, seed, progress) -> {
          if (event.id().equals("matmul")) {
            throw new StackOverflowError("a pattern without end");
          }
          return judge.judge(event, entry, against, seed, progress);
        },
        false);
    assertThat(board.ranking("smallest-model").rows()).hasSize(1);
  }

  @Test
  void a_judgement_counts_no_more_when_another_run_has_claimed_the_pair_since() throws Exception {
    var board = TestBoard.in(folder).with("a", MadeUpEntry.of("matmul", "Slow", "2"));
    var calls = new AtomicInteger();
    var said =
        board.run(
            (event, entry, against, seed, progress) -> {
              if (calls.incrementAndGet()
                  == 1) { // it takes too long, and another run comes and goes
                Jdbi.create("jdbc:sqlite:" + board.db())
                    .useHandle(h -> h.execute("update claim set number = number + 1, until = 0"));
              }
              return new FakeJudge(0).judge(event, entry, against, seed, progress);
            },
            false);
    assertThat(said).contains("another run has this pair since", "1 pairs judged");
    assertThat(calls).as("the pair was free, and was judged again").hasValue(2);
  }

  private static Set<Long> seeds(TestBoard board, String event) throws IOException {
    return board.store().judgements().all().values().stream()
        .filter(k -> k.pair().event().equals(TestBoard.event(event).hash()))
        .map(k -> k.judgement().seed())
        .collect(Collectors.toSet());
  }

  @Test
  void a_copy_that_is_no_better_leaves_the_place_to_the_entry_before() throws Exception {
    var board = TestBoard.in(folder);
    board.with("team-9", MadeUpEntry.of("matmul", "Team", "2"));
    board.with("team-10", MadeUpEntry.of("matmul", " team", "2.01").named("Lucky copy"));
    board.run();
    var ranking = board.ranking("matmul");
    assertThat(ranking.rows()).hasSize(1);
    assertThat(ranking.rows().getFirst().entry().name()).isEqualTo("First try");
    var challenge = ranking.unranked().getFirst().challenge();
    assertThat(requireNonNull(challenge).won()).as("2.01 beside 2 is undecided").isFalse();
    assertThat(challenge.kept().judgement().verdict()).isEqualTo(JudgeVerdict.UNDECIDED);
  }

  @Test
  void a_better_entry_takes_its_teams_place_and_the_next_one_is_judged_beside_it()
      throws Exception {
    var board = TestBoard.in(folder);
    board.with("1", MadeUpEntry.of("matmul", "Team", "2"));
    board.with("2", MadeUpEntry.of("matmul", "Team", "3").named("Second"));
    board.with("3", MadeUpEntry.of("matmul", "Team", "2.5").named("Third"));
    board.run();
    assertThat(board.ranking("matmul").rows().getFirst().entry().name()).isEqualTo("Second");
    assertThat(board.store().judgements().all())
        .as("3 beside the baseline, 2 beside a former")
        .hasSize(5);
    var last = requireNonNull(board.ranking("matmul").unranked().getLast().challenge());
    assertThat(last.before().name())
        .as("the third is judged beside the second")
        .isEqualTo("Second");
  }

  /// A judge beside which the other entry breaks a rule, or only took too long.
  private static PairJudge stoppingTheOther(String defence) {
    var judge = new FakeJudge(0);
    return (event, entry, against, seed, progress) -> {
      var made = judge.judge(event, entry, against, seed, progress);
      return against.isEmpty()
          ? made
          : new Judgement(
              seed,
              JudgeVerdict.UNDECIDED,
              defence,
              "the other entry was stopped",
              null,
              made.machine(),
              made.when(),
              made.seconds());
    };
  }

  @Test
  void an_entry_that_breaks_a_rule_beside_a_later_one_loses_its_place_to_it() throws Exception {
    var board = TestBoard.in(folder);
    board.with("1", MadeUpEntry.of("matmul", "Team", "3"));
    board.with("2", MadeUpEntry.of("matmul", "Team", "2").named("Second"));
    board.run(stoppingTheOther(Defence.OTHER.text()), false);
    assertThat(board.ranking("matmul").rows())
        .extracting(r -> r.entry().name() + " " + r.shownRanks())
        .containsExactly("Second 1");
    new BoardSite(board.store(), false).write(folder.resolve("site"));
    assertThat(folder.resolve("site/events/matmul.json"))
        .content()
        .contains("“Second”, took its place, as this one broke a rule beside it");
  }

  @Test
  void a_team_whose_entries_break_rules_again_and_again_is_not_measured_anew() throws Exception {
    var board = TestBoard.in(folder);
    board.with("1", MadeUpEntry.of("matmul", "Team", "2"));
    board.with("2", MadeUpEntry.of("matmul", "Team", "3").named("Second"));
    board.with("3", MadeUpEntry.of("matmul", "Team", "4").named("Third"));
    board.run(stoppingTheOther(Defence.OTHER.text()), false);
    assertThat(board.ranking("matmul").rows())
        .extracting(r -> r.entry().name())
        .containsExactly("Second");
    new BoardSite(board.store(), false).write(folder.resolve("site"));
    assertThat(folder.resolve("site/events/matmul.json"))
        .content()
        .contains("“Second” broke a rule beside it, and is not the first that did");
  }

  @Test
  void an_entry_that_took_too_long_beside_a_later_one_keeps_its_place() throws Exception {
    var board = TestBoard.in(folder);
    board.with("1", MadeUpEntry.of("matmul", "Team", "2"));
    board.with("2", MadeUpEntry.of("matmul", "Team", "3").named("Second"));
    board.run(stoppingTheOther(""), false);
    assertThat(board.ranking("matmul").rows().getFirst().entry().name()).isEqualTo("First try");
  }

  @Test
  void what_is_rejected_is_judged_once_and_has_no_place() throws Exception {
    var board = TestBoard.in(folder);
    board.with("1", MadeUpEntry.of("matmul", "Honest", "2"));
    board.with("2", MadeUpEntry.of("matmul", "Cheat", "REJECTED"));
    board.run();
    assertThat(RankingText.of(TestBoard.EVENTS, board.store())).contains("1 entry has no place");
    board.with("3", MadeUpEntry.of("matmul", "Cheat", "REVIEW").named("Again"));
    board.run();
    assertThat(RankingText.of(TestBoard.EVENTS, board.store())).contains("2 entries have no place");
    assertThat(board.ranking("matmul").rows())
        .extracting(r -> r.entry().team())
        .containsExactly("Honest");
    assertThat(board.store().judgements().all()).hasSize(3);
  }

  @Test
  void a_second_run_judges_nothing_and_a_new_entry_alone_is_judged() throws Exception {
    var board = TestBoard.in(folder);
    board.with("1", MadeUpEntry.of("matmul", "One", "2"));
    board.run();
    assertThat(board.run()).contains("nothing to do");
    board.with("2", MadeUpEntry.of("matmul", "Two", "2"));
    assertThat(board.run()).contains("judging 1 pairs").contains("1 pairs judged");
  }

  @Test
  void a_judge_that_fails_stops_no_other_pair_and_is_asked_again_by_the_next_run()
      throws Exception {
    var board = TestBoard.in(folder);
    board.with("1", MadeUpEntry.of("matmul", "One", "2"));
    board.with("2", MadeUpEntry.of("training", "Two", "2"));
    var said =
        board.run(
            (event, entry, against, seed, progress) -> {
              if (event.id().equals("matmul")) {
                throw new IOException("no more disk");
              }
              return new FakeJudge(0).judge(event, entry, against, seed, progress);
            },
            false);
    assertThat(said).contains("NOT JUDGED").contains("no more disk").contains("1 pairs judged");
    board.run();
    assertThat(board.store().judgements().all()).hasSize(2);
  }

  @Test
  void a_mistake_of_the_judge_stops_no_other_pair_and_is_told() throws Exception {
    var board = TestBoard.in(folder);
    board.with("1", MadeUpEntry.of("matmul", "One", "2"));
    board.with("2", MadeUpEntry.of("training", "Two", "2"));
    var said =
        board.run(
            (event, entry, against, seed, progress) -> {
              if (event.id().equals("matmul")) {
                throw new ExceptionInInitializerError(new IllegalStateException("no data set"));
              }
              return new FakeJudge(0).judge(event, entry, against, seed, progress);
            },
            false);
    assertThat(said).contains("NOT JUDGED").contains("no data set").contains("1 pairs judged");
  }

  @Test
  void quick_judgements_are_made_again_by_a_full_run_and_not_the_other_way_round()
      throws Exception {
    var board = TestBoard.in(folder).with("1", MadeUpEntry.of("matmul", "One", "2"));
    board.run(new FakeJudge(0), true);
    assertThat(board.store().judgements().all().values()).allMatch(JudgementTable.Kept::quick);
    board.run(new FakeJudge(0), false);
    assertThat(board.store().judgements().all().values())
        .hasSize(1)
        .noneMatch(JudgementTable.Kept::quick);
    assertThat(board.run(new FakeJudge(0), true)).contains("nothing to do");
  }

  @Test
  void ranks_at_the_end_of_each_run_are_the_history() throws Exception {
    var board = TestBoard.in(folder).with("1", MadeUpEntry.of("matmul", "One", "2"));
    board.run();
    board.with("2", MadeUpEntry.of("matmul", "Two", "4")).run();
    assertThat(board.store().runs().history())
        .extracting(r -> r.run() + ": " + r.best() + "–" + r.worst())
        .containsExactly("1: 1–1", "2: 1–1", "2: 2–2");
  }
}
