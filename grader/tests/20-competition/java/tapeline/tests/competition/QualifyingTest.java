package tapeline.tests.competition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.bench.Conditions;
import tapeline.competition.Event;
import tapeline.competition.JudgedRun;
import tapeline.competition.JudgedRun.JudgedAnswer;
import tapeline.competition.JudgedRun.Place;
import tapeline.competition.JudgedRun.Standing;
import tapeline.competition.Metric;
import tapeline.competition.Qualifying;

/// The event allows an error of 1e-3 of the largest number. Its floor is 600 ns: 60,000 flops at
/// 100 a nanosecond.
@Tag("20.6")
class QualifyingTest {
  private static final Conditions FLOAT32 = Conditions.cpu("matmul", "float32", 1);
  private static final JudgedAnswer RIGHT = answer(2, -1, 0.5f);

  /// Beside the right numbers 2, -1 and 0.5.
  private static JudgedAnswer answer(float... given) {
    return new JudgedAnswer(given, new double[] {2, -1, 0.5});
  }

  private static Place place(double value, double ratio, JudgedAnswer... answers) {
    return place(SampleEvents.matmul(), SampleEvents.SIZE, value, ratio, answers);
  }

  private static Place place(
      Event event, Map<String, Integer> size, double value, double ratio, JudgedAnswer... answers) {
    return standing(event, size, value, ratio, answers).place();
  }

  private static Standing standing(
      Event event, Map<String, Integer> size, double value, double ratio, JudgedAnswer... answers) {
    var run = new JudgedRun(FLOAT32, FLOAT32, size, List.of(answers), value, ratio);
    return Qualifying.of(event, run);
  }

  private static void assertOut(String what, JudgedAnswer... answers) {
    assertThat(place(5000, 2, answers))
        .as("the place of an entry with " + what)
        .isEqualTo(Place.OUT);
  }

  @Test
  void an_error_is_small_beside_the_largest_number() {
    assertThat(place(5000, 2, answer(2.0019f, -1.0019f, 0.5019f)))
        .as("the place with errors of 0.0019, where 0.002 are allowed for numbers up to 2")
        .isEqualTo(Place.RANKED);
    assertOut(
        "an error of 0.0021, where 0.002 are allowed for numbers up to 2", answer(2, -1, 0.5021f));
    assertOut("an error of -0.0021", answer(2, -1.0021f, 0.5f));
    assertOut("an error of 0.0021 in the first number", answer(2.0021f, -1, 0.5f));
    assertOut(
        "an error of 0.0005, where 0.0001 is allowed for numbers up to 0.1",
        new JudgedAnswer(new float[] {0.1005f}, new double[] {0.1}));
  }

  @Test
  void zeros_are_right_where_zeros_are_asked_for() {
    assertThat(place(5000, 2, new JudgedAnswer(new float[] {0, 0}, new double[] {0, 0})))
        .as("the place with zeros for zeros: no error beside no size is allowed")
        .isEqualTo(Place.RANKED);
    assertOut(
        "an error of 0.000001 beside zeros",
        new JudgedAnswer(new float[] {0, 1e-6f}, new double[] {0, 0}));
  }

  @Test
  void the_largest_number_may_be_below_zero() {
    var answer = new JudgedAnswer(new float[] {-4.003f, 1}, new double[] {-4, 1});
    assertThat(place(5000, 2, answer))
        .as("the place with an error of 0.003 beside numbers from -4 to 1")
        .isEqualTo(Place.RANKED);
  }

  @Test
  void nan_is_no_wildcard() {
    assertOut("an answer with a NaN in it", RIGHT, answer(2, Float.NaN, 0.5f));
    assertOut("an answer of nothing but NaN", answer(Float.NaN, Float.NaN, Float.NaN));
    assertOut("∞ for a number", answer(2, Float.NEGATIVE_INFINITY, 0.5f));
  }

  @Test
  void every_answer_counts() {
    assertOut("a wrong answer after two right ones", RIGHT, RIGHT, answer(2, 1, 0.5f));
    assertOut("a wrong answer before two right ones", answer(2, 1, 0.5f), RIGHT, RIGHT);
  }

  @Test
  void an_answer_is_all_of_it() {
    assertOut("an answer without its last number", answer(2, -1));
    assertOut("an answer with a number too many", answer(2, -1, 0.5f, 0));
    assertOut("an empty answer", answer());
  }

  @Test
  void no_answers_are_not_right() {
    assertOut("no answers at all");
  }

  @Test
  void labels_are_right_in_a_share() {
    var size = Map.of("images", 300);
    var event = SampleEvents.event("classify", Metric.TIME, List.of(size), size, size, 0.9);
    var right = new double[10];
    Arrays.setAll(right, i -> i);
    float[] given = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    given[0] = 9;
    assertThat(place(event, size, 5000, 2, new JudgedAnswer(given.clone(), right)))
        .as("the place with 9 of 10 labels right, where 0.9 are asked for")
        .isEqualTo(Place.RANKED);
    given[4] = Float.NaN;
    assertThat(place(event, size, 5000, 2, new JudgedAnswer(given, right)))
        .as("the place with 8 of 10 labels right and one NaN, where 0.9 are asked for")
        .isEqualTo(Place.OUT);
  }

  @Test
  void nobody_is_below_the_floor() {
    assertThat(place(600, 2, RIGHT)).as("the place with 600 ns, the floor").isEqualTo(Place.RANKED);
    assertThat(place(599, 2, RIGHT)).as("the place with 599 ns").isEqualTo(Place.OUT);
    assertThat(standing(SampleEvents.matmul(), SampleEvents.SIZE, 599, 2, RIGHT).reason())
        .as("the reason with 599 ns, where the floor is 600: it has the value")
        .contains("599");
    assertThat(place(0, 2, RIGHT)).as("the place with 0 ns").isEqualTo(Place.OUT);
    assertThat(place(-1e9, 2, RIGHT)).as("the place with a negative time").isEqualTo(Place.OUT);
  }

  @Test
  void a_time_is_a_number() {
    assertThat(place(Double.NaN, 2, RIGHT)).as("the place with a time of NaN").isEqualTo(Place.OUT);
    assertThat(place(Double.POSITIVE_INFINITY, 2, RIGHT))
        .as("the place with an endless time")
        .isEqualTo(Place.OUT);
  }

  @Test
  void who_is_too_good_is_looked_at() {
    assertThat(place(5000, 10, RIGHT)).as("the place with 10 times").isEqualTo(Place.RANKED);
    assertThat(place(5000, 10.1, RIGHT)).as("the place with 10.1 times").isEqualTo(Place.REVIEW);
    assertThat(place(5000, Double.NaN, RIGHT))
        .as("the place with a ratio of NaN: no entry is ranked by that")
        .isEqualTo(Place.REVIEW);
    assertThat(place(5000, 2, RIGHT, RIGHT))
        .as("the place of an honest run")
        .isEqualTo(Place.RANKED);
    assertThat(place(5000, 0.5, RIGHT))
        .as("the place of an honest run that is slower than the baseline")
        .isEqualTo(Place.RANKED);
  }

  @Test
  void who_is_wrong_is_out_however_good() {
    assertThat(place(5000, 50, answer(0, 0, 0)))
        .as("the place with a wrong answer and 50 times")
        .isEqualTo(Place.OUT);
    assertThat(place(10, 50, RIGHT))
        .as("the place below the floor with 50 times")
        .isEqualTo(Place.OUT);
  }

  @Test
  void unlike_things_are_not_compared() {
    var half = Conditions.cpu("matmul", "float16", 1);
    var run = new JudgedRun(FLOAT32, half, SampleEvents.SIZE, List.of(RIGHT), 5000, 2);
    var standing = Qualifying.of(SampleEvents.matmul(), run);
    assertThat(standing.place()).as("the place of float16 beside float32").isEqualTo(Place.OUT);
    assertThat(standing.reason()).as("the reason").contains("dtype");
  }
}
