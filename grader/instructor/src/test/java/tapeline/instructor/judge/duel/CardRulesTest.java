package tapeline.instructor.judge.duel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.competition.Events;
import tapeline.competition.Metric;
import tapeline.competition.workload.Draws;
import tapeline.competition.workload.Task;
import tapeline.instructor.judge.arena.CardKind;
import tapeline.instructor.judge.duel.CardReferee.Launch;
import tapeline.instructor.judge.duel.CardReferee.Launches;
import tapeline.instructor.judge.verdict.RuleBroken;

class CardRulesTest {
  private static Launches launches(long device, long beside) {
    var launches = new Launches();
    for (int i = 0; i < 10; i++) {
      launches.add(new Launch(device + i, device + i + beside));
    }
    return launches;
  }

  private static boolean disagree(long entry, long besideEntry, long besideOther) {
    double unseen =
        CardClocks.unseen(launches(1_000_000, besideOther), launches(entry, besideEntry));
    return CardClocks.disagree(List.of(unseen, unseen, -1.0));
  }

  @Test
  void a_time_that_the_kernel_wrote_itself_is_seen_by_the_other_clock() {
    assertThat(disagree(1_000_000, 30_000, 30_000)).as("an honest kernel").isFalse();
    assertThat(disagree(10_000_000, 300_000, 30_000))
        .as("3 % of a long kernel's time is what clocks may differ by")
        .isFalse();
    assertThat(disagree(500_000, 530_000, 30_000)).as("a half of 1 ms was hidden").isTrue();
    assertThat(disagree(50_000, 80_000, 30_000)).as("50 µs of 100 were hidden").isTrue();
  }

  @Test
  void one_disturbed_fork_hides_no_time() {
    assertThat(CardClocks.disagree(List.of(0.1, 0.2, 40.0))).isFalse();
  }

  @ParameterizedTest(name = "{0}: {3} GFLOPS")
  @CsvSource({"75, 1, 1000, 128", "80, 108, 1410, 19491", "90, 132, 1980, 66908", "90, 132, 0, 0"})
  void the_most_that_a_card_computes_follows_from_what_it_says(
      int capability, int multiprocessors, double megahertz, double gflops) {
    assertThat(Card.gflops(capability, multiprocessors, megahertz))
        .isCloseTo(gflops, org.assertj.core.data.Offset.offset(1.0));
  }

  @Test
  void a_card_whose_lanes_are_not_known_is_taken_for_faster_than_all() {
    assertThat(Card.gflops(200, 10, 1000)).isGreaterThan(Card.gflops(90, 10, 1000));
  }

  @Test
  void nobody_is_faster_than_the_card_itself() throws RuleBroken {
    var event = Events.named("kernel-time");
    var asked = Task.of(event, Draws.of(1, "task")).ask(Draws.of(1, "input"));
    float[] size = asked.input()[0];
    double operations = 2.0 * size[0] * size[1] * size[2];
    long most = (long) (operations / 1000); // ns, at 1000 GFLOPS
    var card = new Card(CardKind.REAL, true, "a slow card", 1000, "");
    CardReferee.requirePossible(asked, new Launch(most, most), card);
    assertThatThrownBy(() -> CardReferee.requirePossible(asked, new Launch(most / 2, most), card))
        .as("half of the time that the card's lanes need")
        .isInstanceOf(RuleBroken.class)
        .hasMessageContaining("a slow card");
    var silent = new Card(CardKind.REAL, true, "a card that does not say its clock", 0, "");
    CardReferee.requirePossible(asked, new Launch(most / 2, most), silent);
    assertThatThrownBy(() -> CardReferee.requirePossible(asked, new Launch(0, most), silent))
        .as("the event's own floor")
        .isInstanceOf(RuleBroken.class)
        .hasMessageContaining("on any card");
  }

  @Test
  void the_emulator_is_asked_for_small_products_only() {
    var small = CardPair.small(Events.named("kernel-time"));
    assertThat(small.metric()).isEqualTo(Metric.TRAFFIC);
    assertThat(small.secretSizes().least()).containsEntry("m", 17).containsEntry("k", 17);
    assertThat(small.secretSizes().most()).containsEntry("n", 64);
  }
}
