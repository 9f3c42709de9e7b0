package tapeline.laboratory.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.accel.product.BlockSizes;
import tapeline.instruments.machine.Ceiling;
import tapeline.instruments.machine.MachineFile;
import tapeline.instruments.machine.Processor;

class TunedBlocksTest {
  private static final Processor HERE = new Processor("core", 2, List.of(32768L, 1L << 20));
  private static final Processor ELSEWHERE = new Processor("other", 2, List.of(32768L, 1L << 20));
  private static final BlockSizes SIZES = new BlockSizes(256, 96, 1024);

  @TempDir Path folder;

  @Test
  void what_was_kept_is_read_again() throws IOException {
    var file = folder.resolve("deep/blocks.json");
    new TunedBlocks(HERE, SIZES).write(file);
    assertThat(TunedBlocks.read(file, HERE)).isEqualTo(SIZES);
  }

  @Test
  void another_machines_sizes_are_refused() throws IOException {
    var file = folder.resolve("blocks.json");
    new TunedBlocks(ELSEWHERE, SIZES).write(file);
    assertThatThrownBy(() -> TunedBlocks.read(file, HERE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("are tuned for one machine")
        .hasMessageContaining("name=other")
        .hasMessageContaining("./tapeline run TuneBlocks");
  }

  @Test
  void a_file_of_something_else_is_named() throws IOException {
    for (var text : List.of("{\"blocks\": 3}", "{}", "null")) {
      var file = Files.writeString(folder.resolve("blocks.json"), text);
      assertThatThrownBy(() -> TunedBlocks.read(file, HERE))
          .as(text)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("blocks.json holds no block sizes");
    }
  }

  @Test
  void without_tuning_the_machine_files_caches_decide() throws IOException {
    var file = folder.resolve("machine.json");
    assertThat(TunedBlocks.untuned(file, HERE)).as("no file").isEqualTo(BlockSizes.USUAL);
    var ceiling = List.of(Ceiling.published("any", 1));
    MachineFile.of(HERE, ceiling, ceiling, ceiling).write(file);
    assertThat(TunedBlocks.untuned(file, HERE)).isEqualTo(BlockSizes.of(HERE.caches()));
    assertThatThrownBy(() -> TunedBlocks.untuned(file, ELSEWHERE))
        .hasMessageContaining("ceilings hold on the machine");
  }

  @Test
  void the_first_stays_unless_another_is_faster_in_every_round() {
    long[] first = {10, 10, 10};
    assertThat(TuneBlocks.fastest(new long[][] {first, {1, 1, 11}})).isEqualTo(0);
    assertThat(TuneBlocks.fastest(new long[][] {first, {9, 9, 9}, {1, 8, 8}, {1, 1, 11}}))
        .isEqualTo(2);
  }

  @Test
  void every_candidate_has_one_turn_in_each_round() {
    var turns = new int[1];
    var times = TuneBlocks.inTurns(2, 4, new Random(1), _ -> turns[0]++);
    assertThat(turns[0]).as("turns, with two rounds of warm-up").isEqualTo(12);
    for (int round = 0; round < 4; round++) {
      assertThat(times[0][round] / 2)
          .as("the pair of turns that round %d was", round)
          .isEqualTo(times[1][round] / 2)
          .isEqualTo(round + 2);
    }
  }
}
