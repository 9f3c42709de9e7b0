package tapeline.tests.given.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
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
            quick,"n = 100, way = random",12.5,0.5,2
            """);
    assertThat(results.samples().intColumn("fork").asObjectArray())
        .as("forks of the four samples")
        .containsExactly(1, 1, 2, 2);
    assertThat(results.samples().doubleColumn("ns").asDoubleArray())
        .as("times of the four samples")
        .containsExactly(12, 13, 11, 14);
  }

  @Test
  void another_unit_is_refused() {
    assertThatThrownBy(() -> JmhResults.read(json("us/op")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("results are read in ns/op, got us/op of tapeline.Sorts.quick");
  }
}
