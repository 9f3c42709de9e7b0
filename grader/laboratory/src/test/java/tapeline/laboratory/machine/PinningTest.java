package tapeline.laboratory.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.bench.Conditions;
import tapeline.bench.UnfairComparisonException;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Duel;
import tapeline.bench.compare.Plan;
import tapeline.laboratory.workload.HornerPass;
import tapeline.toolkit.ClassFolder;

class PinningTest {
  private static final Plan SMALL = new Plan(new int[] {6}, new double[] {0.05}, 20, 200, 100);

  /// The first processor that this process may use; a container may be without 0.
  private static int first() throws IOException {
    var status = Path.of("/proc/self/status");
    return Files.exists(status)
        ? Integer.parseInt(
            Files.readString(status).replaceFirst("(?s).*Cpus_allowed_list:\\s*(\\d+).*", "$1"))
        : 0;
  }

  @Test
  void who_is_pinned_says_so_and_meets_only_who_is_too() throws IOException {
    var anywhere =
        new Contender(
            "counted work",
            HornerPass.With50.class.getName(),
            List.of(ClassFolder.of(HornerPass.With50.class)),
            List.of(),
            Conditions.cpu("counted work", "float64", 1));
    var pinned = Pinning.to(first(), anywhere);
    assertThat(pinned.conditions().flags()).hasSize(1).first().asString().contains("taskset");
    assertThatThrownBy(() -> new Duel(anywhere, pinned, SMALL, 1, _ -> {}))
        .isInstanceOf(UnfairComparisonException.class)
        .hasMessageContaining("flags: [] and [");
    assertThat(new Duel(pinned, pinned, SMALL, 1, _ -> {}).fork(0).a().size())
        .as("turns of a side that is pinned")
        .isEqualTo(40);
  }
}
