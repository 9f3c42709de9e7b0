package tapeline.gpu.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tapeline.gpu.GpuException;
import tapeline.gpu.emulator.EmulatedGpu;

/// A card's memory for a program, the emulator being the card.
class CardMemoryTest {
  private static final long PAGE = 4096;

  private final CardMemory memory = new CardMemory(new EmulatedGpu(1 << 20), 8 * PAGE);

  @Test
  void pieces_are_pages_of_their_own_in_one_stretch() {
    long a = memory.allocate("a", 1);
    long b = memory.allocate("b", PAGE + 1);
    long c = memory.allocate("c", 0);
    assertThat(a).isEqualTo(memory.base()).isEqualTo(a / PAGE * PAGE);
    assertThat(b).isEqualTo(a + PAGE);
    assertThat(c).isEqualTo(b + 2 * PAGE);
    assertThat(memory.freeBytes()).isEqualTo(4 * PAGE);
  }

  @Test
  void what_is_freed_is_joined_and_used_again() {
    var pieces = new ArrayList<Long>();
    for (int i = 0; i < 4; i++) {
      pieces.add(memory.allocate("p", 2 * PAGE));
    }
    for (int i : new int[] {0, 2, 1}) { // alone, alone, between two gaps
      memory.free(pieces.get(i));
    }
    assertThat(memory.allocate("large", 6 * PAGE)).isEqualTo(memory.base());
    assertThat(memory.freeBytes()).isZero();
  }

  @Test
  void too_much_is_refused_and_costs_nothing() {
    memory.allocate("a", 5 * PAGE);
    for (long bytes : new long[] {4 * PAGE, Long.MAX_VALUE, -1}) {
      assertThatThrownBy(() -> memory.allocate("b", bytes))
          .isInstanceOf(GpuException.class)
          .hasMessageContaining("'b'")
          .hasMessageContaining("32,768 on the card 12,288 are free");
    }
    assertThat(memory.allocate("c", 3 * PAGE)).isEqualTo(memory.base() + 5 * PAGE);
  }

  @Test
  void only_the_beginning_of_a_piece_is_freed_and_once() {
    long a = memory.allocate("a", 2 * PAGE);
    assertThatThrownBy(() -> memory.free(a + PAGE)).isInstanceOf(IllegalArgumentException.class);
    memory.free(a);
    assertThatThrownBy(() -> memory.free(a)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_shared_piece_goes_to_the_card_before_it_is_used_and_back_once() {
    long first = memory.allocateShared("first", 100, true);
    long second = memory.allocateShared("second", PAGE, false);
    var newest = new AtomicInteger(5);
    memory.shareWith(address -> memory.receive(address, new byte[] {newest.byteValue()}));
    memory.beforeCopy(second + PAGE - 1);
    memory.beforeCopy(second + PAGE); // behind it
    assertThat(memory.read(second, 2)).containsExactly(5, 0);
    assertThat(memory.read(first, 1)).as("it was not asked for").containsExactly(0);
    memory.device().copyIn(second + 1, MemorySegment.ofArray(new byte[] {7}));
    var back = memory.giveBackShared().orElseThrow();
    assertThat(back.getKey()).isEqualTo(second);
    assertThat(back.getValue()).hasSize((int) PAGE).startsWith(5, 7, 0);
    assertThat(memory.giveBackShared()).isEmpty();
    newest.set(6);
    memory.beforeWork();
    assertThat(memory.giveBackShared().orElseThrow().getValue()).hasSize(100).startsWith(6, 0);
    memory.free(second);
    assertThat(memory.giveBackShared()).as("what is freed does not come back").isEmpty();
  }

  @Test
  void bytes_are_set_and_read() {
    var large = new CardMemory(new EmulatedGpu(8 << 20), 4 << 20);
    int n = (2 << 20) + 3; // more than is set at a time
    long at = large.allocate("a", n + 1);
    large.device().copyIn(at + n, MemorySegment.ofArray(new byte[] {7}));
    large.fill(at, n, (byte) 5);
    var bytes = large.read(at, n + 1);
    assertThat(bytes[n]).isEqualTo((byte) 7);
    for (int i = 0; i < n; i++) {
      if (bytes[i] != 5) {
        assertThat(bytes[i]).as("byte %d", i).isEqualTo((byte) 5);
      }
    }
  }
}
