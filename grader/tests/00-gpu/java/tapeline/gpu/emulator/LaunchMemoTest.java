package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.gpu.Dim3;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.emulator.memory.GlobalMemory;
import tapeline.gpu.emulator.memory.LaunchMemo;
import tapeline.gpu.emulator.memory.LaunchMemo.Asked;

/// Launches that are not computed again, and those that look so, but are.
class LaunchMemoTest {
  private static final String KERNELS =
      """
      .visible .entry copy(.param .u64 to, .param .u64 from)
      {
        .reg .b32 %r<2>;
        .reg .b64 %rd<3>;
        ld.param.u64 %rd1, [to];
        ld.param.u64 %rd2, [from];
        ld.global.u32 %r1, [%rd2];
        st.global.u32 [%rd1], %r1;
        ret;
      }
      .visible .entry add(.param .u64 to, .param .u32 times)
      {
        .reg .pred %p<2>;
        .reg .b32 %r<4>;
        .reg .b64 %rd<2>;
        ld.param.u64 %rd1, [to];
        ld.param.u32 %r2, [times];
        ld.global.u32 %r1, [%rd1];
      AGAIN:
        add.u32 %r1, %r1, 1;
        sub.u32 %r2, %r2, 1;
        setp.ne.u32 %p1, %r2, 0;
        @%p1 bra AGAIN;
        st.global.u32 [%rd1], %r1;
        ret;
      }
      """;

  private Emulator gpu = new Emulator();
  private long from;
  private long to;
  private long sum;

  @BeforeEach
  void load() {
    gpu = new Emulator().load(KERNELS);
    from = gpu.filled("from", 1);
    to = gpu.filled("to", 1);
    sum = gpu.filled("sum", 1);
  }

  /// Returns whether it was repeated.
  private boolean launch(String kernel, Object... arguments) {
    gpu.launch(kernel, Dim3.of(1), Dim3.of(1), 0, arguments);
    return gpu.device().isRepeated();
  }

  private boolean addToNone(int times) {
    gpu.device().fill(sum, 4, (byte) 0);
    return launch("add", sum, times);
  }

  private int copyOf(long address) {
    gpu.device().fill(to, 4, (byte) 0);
    launch("copy", to, address);
    return gpu.readInts(to, 1)[0];
  }

  @Test
  void one_that_was_not_used_for_long_is_forgotten_first() {
    gpu.write(from, 7);
    launch("copy", to, from);
    launch("copy", to, from);
    for (int other = 1; other < 400; other++) {
      addToNone(other);
      assertThat(launch("copy", to, from)).as("after %d others", other).isTrue();
      assertThat(gpu.readInts(to, 1)).containsExactly(7);
    }
    assertThat(addToNone(399)).isTrue();
    assertThat(addToNone(1)).isFalse();
    assertThat(gpu.readInts(sum, 1)).containsExactly(1);
  }

  @Test
  void one_that_found_other_memory_for_long_is_remembered_later() {
    for (int i = 0; i < 16; i++) {
      assertThat(launch("add", sum, 1)).isFalse();
    }
    int computed = 0;
    while (!addToNone(1)) {
      assertThat(++computed).isLessThanOrEqualTo(4);
    }
    assertThat(gpu.readInts(sum, 1)).containsExactly(1);
  }

  @Test
  void one_with_less_time_is_computed() {
    addToNone(1000);
    assertThat(addToNone(1000)).isTrue();
    gpu.budget(10);
    assertThatThrownBy(() -> addToNone(1000)).isInstanceOf(KernelFault.class);
  }

  @Test
  void one_that_finds_another_very_large_piece_is_computed() {
    long large = gpu.allocate("large", 65 << 20);
    for (int i = 0; i < 3; i++) {
      gpu.write(large, i);
      assertThat(copyOf(large)).isEqualTo(i);
      assertThat(copyOf(large)).isEqualTo(i);
      assertThat(gpu.device().isRepeated()).as("it was only read").isTrue();
    }
    for (int i = 3; i < 6; i++) {
      launch("add", large, 1);
      assertThat(copyOf(large)).isEqualTo(i);
      assertThat(copyOf(large)).isEqualTo(i);
    }
    gpu.free(large);
    launch("copy", to, from);
    launch("copy", to, from);
    assertThat(launch("copy", to, from)).isTrue();
  }

  @Test
  void no_blocks_of_it_were_left_out() {
    addToNone(1);
    gpu.device().checkedBlocks(1);
    gpu.mode(Mode.RACES).launch("copy", Dim3.of(2), Dim3.of(1), 0, to, from);
    assertThat(gpu.device().isSampled()).isTrue();
    gpu.mode(Mode.PLAIN);
    assertThat(addToNone(1)).isTrue();
    assertThat(gpu.device().isSampled()).isFalse();
  }

  private static Asked asked(int kernel) {
    var once = new GpuLaunch(Dim3.of(1), Dim3.of(1), 0);
    return new Asked(kernel, once, ByteBuffer.allocate(0), List.of());
  }

  /// Returns a launch that stores 1 at each of these addresses.
  private static BooleanSupplier stores(GlobalMemory memory, long... addresses) {
    return () -> {
      for (long address : addresses) {
        memory.bytes()[memory.findToWrite(address, 1)] = 1;
      }
      return true;
    };
  }

  @Test
  void contents_count_once_and_the_oldest_are_forgotten() {
    var memory = new GlobalMemory(1 << 20);
    var memo = new LaunchMemo(memory, 10_000);
    long first = memory.allocate("first", 6000);
    long second = memory.allocate("second", 6000);
    memory.fill(first, 6000, (byte) 0);
    memo.compute(asked(1), stores(memory, first));
    memo.compute(asked(1), stores(memory, first)); // with the same content
    memory.fill(first, 6000, (byte) 0);
    assertThat(memo.repeats(asked(1))).isTrue();
    assertThat(memory.read(first, 1)).containsExactly(1);
    memory.fill(second, 6000, (byte) 0);
    memo.compute(asked(2), stores(memory, second));
    memory.fill(first, 6000, (byte) 0);
    memory.fill(second, 6000, (byte) 0);
    assertThat(memo.repeats(asked(1))).isFalse();
    assertThat(memo.repeats(asked(2))).isTrue();
    assertThat(memory.read(second, 1)).containsExactly(1);
  }

  @Test
  void where_no_memory_is_left_to_remember_one_it_counts_and_all_others_are_forgotten() {
    var memory = new GlobalMemory(1 << 20);
    var memo = new LaunchMemo(memory, 10_000);
    long piece = memory.allocate("piece", 6000);
    memory.fill(piece, 6000, (byte) 0);
    memo.compute(asked(1), stores(memory, piece));
    var settings =
        List.of(
            new Object() {
              @Override
              public int hashCode() {
                throw new OutOfMemoryError("thrown by the test");
              }
            });
    memory.fill(piece, 6000, (byte) 0);
    memo.compute(
        new Asked(2, asked(2).size(), ByteBuffer.allocate(0), settings), stores(memory, piece));
    assertThat(memory.read(piece, 1)).containsExactly(1);
    memory.fill(piece, 6000, (byte) 0);
    assertThat(memo.repeats(asked(1))).isFalse();
    memo.compute(asked(1), stores(memory, piece));
    memory.fill(piece, 6000, (byte) 0);
    assertThat(memo.repeats(asked(1))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"256, true", "257, false"})
  void one_that_accesses_many_pieces_is_computed(int count, boolean repeats) {
    var memory = new GlobalMemory(1 << 20);
    var memo = new LaunchMemo(memory, 1 << 20);
    var all = LongStream.range(0, count).map(i -> memory.allocate("piece " + i, 4)).toArray();
    memo.compute(asked(1), stores(memory, all));
    memo.compute(asked(1), stores(memory, all));
    assertThat(memo.repeats(asked(1))).isEqualTo(repeats);
  }
}
