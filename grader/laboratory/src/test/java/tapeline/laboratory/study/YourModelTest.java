package tapeline.laboratory.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.profile.cost.CountedBackend;
import tapeline.tensor.CpuBackend;
import tapeline.toolkit.Charts;

class YourModelTest {
  private static final Set<String> MISSING = Set.of("10", "13", "16", "18", "19");

  @Test
  void steps_on_a_backend_are_computed_by_it() {
    var counted = new CountedBackend(new CpuBackend());
    ModelSteps.plain(TextLayers.of(8, 16, 1, 2)).on(counted).run();
    assertThat(counted.total().flops()).as("FLOPs asked of the backend").isPositive();
  }

  /// The machine's fonts are hidden from tests without `@Needs`, where there is bubblewrap.
  @Test
  void a_machine_without_fonts_gets_a_sentence_instead_of_a_chart(@TempDir Path folder) {
    var file = folder.resolve("bars.png");
    assertThatCode(() -> Charts.write(Charts.bars("bars", "x", Map.of("a", 1.0)), file))
        .satisfiesAnyOf(
            _ -> assertThat(file).exists(),
            e -> assertThat(e).isInstanceOf(IOException.class).hasMessageContaining("needs fonts"));
  }

  @Test
  void pytorchs_time_is_that_of_the_samples(@TempDir Path folder) throws IOException {
    var samples = folder.resolve("peers.jsonl");
    assertThat(PytorchStep.row(samples).also()).isEqualTo("measured by -Dpeers=characters");
    var line =
        """
        {"module": %d, "op": "training step, characters", \
        "ours": {"forward": [[10, 10], [10, 10], [10, 10]], "backward": [[30, 30], [30, 30], [30, 30]]}, \
        "theirs": {"forward": [[5, 5], [5, 5], [90, 90]], "backward": [[%d, %d], [%d, %d], [90, 90]]}}
        """;
    Files.writeString(
        samples,
        line.formatted(9, 11, 11, 11, 11)
            + line.formatted(9, 15, 15, 15, 15)
            + line.formatted(9, 19, 19, 19, 19)
            + line.formatted(13, 1, 1, 1, 1));
    var row = PytorchStep.row(samples);
    assertThat(row.share()).isEqualTo(0.5);
    assertThat(row.time()).isEqualTo("50 % (40 % to 60 %)");
    Files.writeString(samples, "{\"module\": 9, \"op\"");
    assertThat(PytorchStep.row(samples).also()).as("a spoilt file").contains("cannot be read");
  }

  @Test
  void a_module_that_is_not_the_learners_has_no_number_and_the_others_have_theirs() {
    var rows = new YourModel(TextLayers.of(32, 32, 1, 8), 1, 2).rows(MISSING);
    assertThat(rows)
        .filteredOn(r -> MISSING.contains("" + r.module()))
        .hasSize(5)
        .allSatisfy(r -> assertThat(r.share()).isNaN())
        .extracting(ModelRow::also)
        .containsOnly("not yet yours");
    assertThat(rows)
        .filteredOn(r -> !MISSING.contains("" + r.module()))
        .extracting(ModelRow::name)
        .containsExactly(
            "the plain engine",
            "checkpoints: bytes",
            "bfloat16: bytes",
            "8 bits: file",
            "4 bits: file",
            "entered: training",
            "PyTorch: time");
    assertThat(rows)
        .filteredOn(r -> r.module() > 9 && !Double.isNaN(r.share()))
        .as("what is counted falls")
        .allSatisfy(r -> assertThat(r.share()).isLessThan(1));
  }
}
