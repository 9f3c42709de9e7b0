package tapeline.tests.given.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.bench.jmh.JmhResults;

class JmhResultsTest {
  private static String json(String unit) {
    return """
    [{"benchmark": "tapeline.Sorts.quick", "params": {"n": "100", "way": "random"},
      "primaryMetric": {"score": 12.5, "scoreError": 0.5, "scoreUnit": "%s",
        "rawData": [[12.0, 13.0], [11.0, 14.0]]}}]\
    """
        .formatted(unit);
  }

  @Test
  void scores_and_samples_of_JMHs_JSON() throws IOException {
    var results = JmhResults.read(json("ns/op"));
    assertThat(results.scores().write().toString("csv"))
        .as("the scores, as CSV")
        .isEqualToNormalizingNewlines(
            """
            benchmark,parameters,ns,error,forks
            Sorts.quick,"n = 100, way = random",12.5,0.5,2
            """);
    assertThat(results.samples().intColumn("fork").asObjectArray())
        .as("forks of the four samples")
        .containsExactly(1, 1, 2, 2);
    assertThat(results.samples().doubleColumn("ns").asDoubleArray())
        .as("times of the four samples")
        .containsExactly(12, 13, 11, 14);
  }

  @Test
  void methods_of_one_name_in_two_classes_stay_apart() throws IOException {
    var one = json("ns/op");
    var two = one.replace("Sorts.quick", "Heaps.quick");
    var both = one.replace("]}}]", "]}},") + two.substring(two.indexOf('{'));
    assertThat(JmhResults.read(both).samples().stringColumn("benchmark").asList())
        .as("benchmarks of the samples, four of each class")
        .containsOnly("Sorts.quick", "Heaps.quick")
        .hasSize(8);
    assertThatThrownBy(() -> JmhResults.read(both.replace("Heaps", "other.Sorts")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a class, a method and parameters are one benchmark, got another"
                + " tapeline.other.Sorts.quick, n = 100, way = random");
  }

  @Test
  void a_chart_names_the_class_only_where_there_are_two() throws IOException {
    var one = json("ns/op");
    assertThat(columns(one)).containsExactly("quick n = 100, way = random");
    var two = one.replace("Sorts.quick", "Heaps.quick");
    assertThat(columns(one.replace("]}}]", "]}},") + two.substring(two.indexOf('{'))))
        .containsExactly("Sorts.quick n = 100, way = random", "Heaps.quick n = 100, way = random");
  }

  private static List<Object> columns(String json) throws IOException {
    var series = JmhResults.read(json).chart("two").getSeriesCollection().iterator().next();
    return List.copyOf(series.getXData());
  }

  @Test
  void another_unit_is_refused() {
    assertThatThrownBy(() -> JmhResults.read(json("us/op")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("results are read in ns/op, got us/op of tapeline.Sorts.quick");
  }
}
