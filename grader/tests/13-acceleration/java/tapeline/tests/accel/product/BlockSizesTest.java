package tapeline.tests.accel.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.accel.product.BlockSizes;

@Tag("13.4")
class BlockSizesTest {
  private static final long KIB = 1024;

  private static void are(BlockSizes expected, Long... kibibytes) {
    var caches = List.of(kibibytes);
    assertThat(BlockSizes.of(caches.stream().map(size -> size * KIB).toList()))
        .as("block sizes for caches of %s KiB", caches)
        .isEqualTo(expected);
  }

  @Test
  void each_part_fills_its_share_of_its_cache() {
    are(new BlockSizes(500, 128, 1048), 32L, 500L, 4096L);
  }

  @Test
  void the_last_cache_may_be_the_second_or_the_fourth() {
    are(new BlockSizes(500, 128, 256), 32L, 500L);
    are(new BlockSizes(500, 128, 2097), 32L, 500L, 4096L, 8192L);
  }

  @Test
  void small_caches_have_the_smallest_blocks() {
    are(new BlockSizes(128, 48, 256), 4L, 16L, 64L);
  }

  @Test
  void large_caches_have_the_largest_blocks() {
    are(new BlockSizes(1024, 384, 4096), 1L << 20, 1L << 24, 1L << 30);
  }
}
