package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tapeline.gpu.DeviceBuffer;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuException;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;
import tapeline.gpu.emulator.memory.GlobalMemory;

/// The emulated device's memory is used again, but not at once.
class EmulatedMemoryTest {
  @Test
  void memory_that_is_freed_can_be_allocated_again_for_ever() {
    var gpu = Gpu.on(new EmulatedGpu(8 << 20));
    for (int i = 0; i < 100_000; i++) {
      gpu.floats("step " + i, 1 << 14).close(); // 6.5 GB in all
    }
    assertThat(gpu.device().freeBytes())
        .as("nothing is held, so everything is free")
        .isEqualTo(8 << 20);
  }

  @Test
  void pages_that_are_freed_can_be_allocated_again_for_ever() {
    var gpu = new EmulatedGpu(8 << 20);
    var random = new Random(3);
    long last = 0;
    for (int i = 0; i < 2_000; i++) {
      long small = gpu.allocate("small", 1 + random.nextInt(5_000));
      long pages = gpu.allocateShared("pages", 1_000_000 + random.nextInt(1_000_000), false);
      assertThat(pages % (1 << 16)).as("pages begin at one").isEqualTo(0);
      gpu.free(pages);
      if (last != 0) {
        gpu.free(last);
      }
      last = small;
    }
    gpu.free(last);
    long whole = gpu.allocateShared("whole", 7 << 20, false);
    gpu.fill(whole, 7 << 20, (byte) 1);
    gpu.free(whole);
    assertThat(gpu.freeBytes()).isEqualTo(8 << 20);
    assertThat(
            catchThrowableOfType(
                GpuException.class, () -> gpu.allocateShared("more", (8 << 20) + 1, false)))
        .hasMessageContaining("out of memory");
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void a_kernel_gets_the_shared_memory_that_it_accesses_and_gives_back_what_it_writes(Mode mode) {
    for (var engine : Engine.values()) {
      var gpu = new EmulatedGpu(1 << 20).mode(mode).engine(engine);
      long read = gpu.allocateShared("read", 128, true);
      gpu.allocateShared("other", 128, true);
      long sum = gpu.allocateShared("sum", 128, false);
      assertThat(gpu.freeBytes()).as("pinned memory is the host's").isEqualTo((1 << 20) - 128);
      var asked = new ArrayList<Long>();
      var add = Gpu.on(gpu).load(Lab.text("vecadd.ptx")).kernel("vecadd");
      for (byte value = 1; value < 3; value++) {
        var values = new byte[128];
        Arrays.fill(values, value);
        gpu.memory()
            .shareWith(address -> {
              asked.add(address);
              gpu.memory().receive(address, values);
            });
        asked.clear();
        add.launch(GpuLaunch.of(1, 32), read, read, sum, 32);
        assertThat(asked).as("%s, launch %d", engine, value).containsExactly(read, sum);
        var back = gpu.memory().giveBackShared().orElseThrow();
        assertThat(back.getKey()).as("%s, launch %d", engine, value).isEqualTo(sum);
        float one = Float.intBitsToFloat(0x01010101 * value);
        assertThat(ByteBuffer.wrap(back.getValue()).order(ByteOrder.nativeOrder()).getFloat(124))
            .isEqualTo(one + one);
        assertThat(gpu.memory().giveBackShared()).as("no other was written").isEmpty();
        assertThat(gpu.lastReport().findings()).isEmpty();
      }
    }
  }

  @Test
  void shared_pieces_are_given_back_one_by_one() {
    var gpu = new EmulatedGpu(1 << 20);
    long first = gpu.allocateShared("first", 128, true);
    long second = gpu.allocateShared("second", 128, true);
    gpu.fill(second, 128, (byte) 2);
    gpu.fill(first, 128, (byte) 1);
    assertThat(gpu.memory().giveBackShared().orElseThrow().getKey()).isEqualTo(first);
    assertThat(gpu.memory().isLent()).as("the second is still the device's").isTrue();
    assertThat(gpu.memory().giveBackShared().orElseThrow().getValue()).containsOnly(2);
    assertThat(gpu.memory().giveBackShared()).isEmpty();
    assertThat(gpu.memory().isLent()).isFalse();
  }

  @Test
  void pinned_memory_beyond_the_capacity_seldom_copies_what_is_there() {
    var gpu = new EmulatedGpu(1 << 20);
    var arrays = new HashSet<Integer>();
    for (int i = 0; i < 200; i++) {
      gpu.allocateShared("piece " + i, 1 << 16, true);
      arrays.add(gpu.memory().bytes().length);
    }
    assertThat(arrays).hasSizeLessThan(25);
  }

  @Test
  void addresses_that_are_used_up_are_named() {
    var gpu = new EmulatedGpu(1 << 20);
    long used = gpu.allocateShared("first", 1 << 20, true);
    assertThat(
            catchThrowableOfType(
                GpuException.class,
                () -> gpu.allocateShared("second", GlobalMemory.ADDRESSES, true)))
        .hasMessageContaining("out of addresses: second needs 2,147,418,112 bytes")
        .hasMessageContaining("of 2,147,418,112 addresses, which pinned memory takes too");
    assertThat(used).isPositive();
  }

  @Test
  void neighbouring_holes_become_one() {
    var gpu = Gpu.on(new EmulatedGpu(1 << 20));
    var pieces = new ArrayDeque<DeviceBuffer>();
    for (int i = 0; i < 95; i++) {
      pieces.add(gpu.floats("piece " + i, 2_500)); // 95 of 10 kB fill it nearly
    }
    pieces.forEach(DeviceBuffer::close);
    assertThat(gpu.floats("whole", 250_000).length()).isEqualTo(250_000);
  }

  @Test
  void what_is_allocated_keeps_its_contents_whatever_is_freed_around_it() {
    var gpu = Gpu.on(new EmulatedGpu(4 << 20));
    var random = new Random(5);
    var held = new HashMap<Integer, DeviceBuffer>();
    for (int i = 0; i < 3_000; i++) {
      int slot = random.nextInt(20);
      var old = held.get(slot);
      if (old != null) {
        var found = old.toFloats();
        assertThat(found).as("buffer %s", old.name()).containsOnly(Float.parseFloat(old.name()));
        old.close();
      }
      var values = new float[1 + random.nextInt(9_000)];
      Arrays.fill(values, i);
      held.put(slot, gpu.floatsOf(String.valueOf(i), values));
    }
  }

  @Test
  void a_full_memory_says_so_and_a_free_makes_room() {
    var gpu = Gpu.on(new EmulatedGpu(1 << 20));
    var first = gpu.floats("first", 150_000);
    assertThat(catchThrowableOfType(GpuException.class, () -> gpu.floats("second", 150_000)))
        .as("600 kB of 1 MiB are in use")
        .isNotNull();
    first.close();
    assertThat(gpu.floats("second", 150_000).length())
        .as("a freed buffer does not wait in quarantine when memory is short")
        .isEqualTo(150_000);
  }

  @Test
  void a_new_buffer_in_an_old_place_is_uninitialised() {
    var emulator = new EmulatedGpu(1 << 20).mode(Mode.RACES);
    var gpu = Gpu.on(emulator);
    gpu.floatsOf("old", new float[150_000]).close();
    var x = gpu.floats("new", 150_000); // there is no other place
    var sum = gpu.floats("sum", 32);
    gpu.load(Lab.text("vecadd.ptx")).kernel("vecadd").launch(GpuLaunch.of(1, 32), x, x, sum, 32);
    assertThat(emulator.lastReport().findings())
        .as("what an earlier buffer left there is no value")
        .extracting(Finding::kind)
        .containsExactly(FaultKind.UNINITIALISED);
  }
}
