package tapeline.tests.given.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.ProfileSchedule;
import tapeline.profile.Profiler;
import tapeline.profile.ThreadChart;
import tapeline.tests.Thrown;

class ThreadChartTest {
  private static Profile profile(Runnable work) {
    try (var profiler = Profiler.start(ProfileSchedule.once(0, 0, 1), Profiler.Options.PLAIN)) {
      work.run();
      profiler.step();
      return profiler.profile();
    }
  }

  @Test
  void a_chart_has_a_row_for_each_thread_that_is_high_within_the_scope() {
    var profile =
        profile(() -> {
          Profiler.mark("work");
          Profiler.mark("work");
          try (var other = Executors.newSingleThreadExecutor()) {
            other.execute(() -> Profiler.mark("work"));
          }
        });
    var chart = ThreadChart.of(profile, "work");
    assertThat(chart.getSeriesCollection()).hasSize(2);
    assertThat(chart.getSeries("thread 0").getYData())
        .as("two scopes of thread 0")
        .containsExactly(0, 0.7, 0.7, 0, 0, 0.7, 0.7, 0);
    assertThat(chart.getSeries("thread 1").getYData()).containsExactly(1, 1.7, 1.7, 1);
    assertThat(Thrown.by(() -> ThreadChart.of(profile, "play")))
        .isEqualTo("IllegalArgumentException: a profile of threads has the scope, got none play");
  }
}
