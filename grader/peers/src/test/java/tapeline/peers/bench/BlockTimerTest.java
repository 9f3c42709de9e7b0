package tapeline.peers.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BlockTimerTest {
  /// Allocates 64 KiB each way, and 1 MiB around the passes.
  private static final class Allocating implements EnginePass {
    private byte[] kept = new byte[0];

    @Override
    public void begin() {
      kept = new byte[1 << 20];
    }

    @Override
    public void end() {
      kept = new byte[1 << 20];
    }

    @Override
    public void forward() {
      kept = new byte[1 << 16];
    }

    @Override
    public void backward() {
      kept = new byte[1 << 16];
    }

    @Override
    public List<double[]> answers() {
      return List.of(new double[] {kept.length});
    }
  }

  @Test
  void a_pass_allocates_what_its_two_ways_do() {
    var pair = new PeerWork.Pair(new Allocating(), new Allocating());
    var work = new PeerWork(11, "op", "shape", 1, true, 1, (_, _) -> pair);
    assertThat(new BlockTimer(work, pair, new SplittableRandom(1)).allocatedBytes())
        .isBetween(2L << 16, 3L << 16);
  }
}
