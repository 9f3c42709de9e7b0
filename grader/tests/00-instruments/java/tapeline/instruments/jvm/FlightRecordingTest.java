package tapeline.instruments.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.toolkit.TextTable;

@Tag("slow")
class FlightRecordingTest {
  private static final int OBJECTS = 400_000;

  @TempDir Path folder;
  volatile float[] allocated = {}; // so that nothing is left out
  volatile double computed;

  private void allocate() {
    for (int i = 0; i < OBJECTS; i++) {
      allocated = new float[200];
    }
  }

  private void compute() {
    var threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + 400_000_000;
    while (threads.getCurrentThreadCpuTime() < end) {
      double sum = 0;
      for (int i = 0; i < 1000; i++) {
        sum += Math.sqrt(i);
      }
      computed = sum;
    }
  }

  @Test
  void says_who_worked_and_who_allocated() throws IOException {
    var begin = Instant.now();
    var recording =
        FlightRecording.of(
            folder.resolve("a.jfr"),
            () -> {
              compute();
              allocate();
              System.gc();
            });
    assertThat(recording.hotMethods().rows().getFirst().getFirst())
        .as("the method with most samples")
        .isEqualTo("FlightRecordingTest.compute");
    var site = row(recording.allocationSites(), "FlightRecordingTest.allocate");
    assertThat(site.get(1)).isEqualTo("[F");
    assertThat(number(site.get(2)))
        .as("objects, by an estimate from one sample a buffer; there were 400 000")
        .isBetween(0.7 * OBJECTS, 1.4 * OBJECTS);
    assertThat(number(site.get(3)) / (816.0 * OBJECTS))
        .as("bytes, as a share of 400 000 objects of 16 + 4·200 bytes")
        .isBetween(0.7, 1.4);
    assertThat(recording.allocatedBytes().innermost().counts()).containsKey("[F");
    var collections =
        recording.machine(begin).stream().filter(e -> e.track().equals("garbage collection"));
    assertThat(collections.toList())
        .isNotEmpty()
        .allMatch(e -> e.start() > 0 && e.nanos() > 0 && e.process().equals("JVM"));
  }

  private static List<String> row(TextTable table, String first) {
    return table.rows().stream().filter(r -> r.getFirst().equals(first)).findFirst().orElseThrow();
  }

  private static double number(String text) {
    return Double.parseDouble(text.replace(",", ""));
  }

  @Test
  void a_part_of_a_recording_is_refused() throws IOException {
    var whole = folder.resolve("whole.jfr");
    FlightRecording.of(whole, this::allocate);
    var bytes = Files.readAllBytes(whole);
    var cut = folder.resolve("cut.jfr");
    for (int length : new int[] {0, 3, 50, 100, bytes.length / 2, bytes.length - 1}) {
      Files.write(cut, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> FlightRecording.read(cut))
          .as("reading %d of %d bytes", length, bytes.length)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("cut.jfr is no whole flight recording: ");
    }
  }

  @Test
  void another_file_is_refused_and_a_missing_one_is_missing() throws IOException {
    var text = folder.resolve("text.jfr");
    Files.writeString(text, "This is a text of some length, and no recording. ".repeat(9));
    assertThatThrownBy(() -> FlightRecording.read(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("text.jfr is no whole flight recording");
    assertThatThrownBy(() -> FlightRecording.read(folder.resolve("none.jfr")))
        .isInstanceOfAny(NoSuchFileException.class, IOException.class);
  }
}
