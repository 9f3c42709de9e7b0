package tapeline.kernel.cell;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The messages that a front end is sent with a cell's output.
class CellOutputTest {
  private final List<String> pieces = new ArrayList<>();
  private final CellOutput output = new CellOutput(new Pieces());
  private final PrintStream out = output.stream();

  /// Makes a message of what was written at each flush, as jjava does.
  private final class Pieces extends PrintStream {
    Pieces() {
      super(new ByteArrayOutputStream());
    }

    @Override
    public void flush() {
      var bytes = (ByteArrayOutputStream) super.out;
      synchronized (pieces) {
        pieces.add(bytes.toString(UTF_8));
      }
      bytes.reset();
    }
  }

  @Test
  void a_value_is_cut_where_output_is() {
    assertThat(CellOutput.cut("x".repeat(1 << 20))).hasSize(1 << 20);
    assertThat(CellOutput.cut("x".repeat(2 << 20)))
        .hasSizeLessThan((1 << 20) + 100)
        .endsWith("x\n… a cell shows 1 MiB of output; the rest is cut\n");
  }

  private String all() {
    synchronized (pieces) {
      return String.join("", pieces);
    }
  }

  @Test
  void all_that_was_printed_arrives_in_order() {
    for (int i = 0; i < 10_000; i++) {
      out.println("line " + i);
    }
    output.close();

    assertThat(all().lines()).hasSize(10_000).startsWith("line 0", "line 1").endsWith("line 9999");
    assertThat(pieces.size()).as("messages").isLessThan(1_000);
  }

  @Test
  void what_waits_is_sent_when_the_cell_computes_on() throws InterruptedException {
    out.print("progress");

    while (all().isEmpty()) {
      Thread.sleep(10);
    }

    assertThat(all()).isEqualTo("progress");
  }

  @Test
  void no_character_is_cut_in_two() {
    for (byte b : "πx€x😀".repeat(5_000).getBytes(UTF_8)) {
      out.write(b);
    }
    output.close();

    assertThat(all()).doesNotContain("\uFFFD");
    assertThat(pieces.size()).as("messages").isGreaterThan(2);
  }

  @Test
  void a_flood_is_cut_after_a_mebibyte_and_says_so_once() {
    for (int i = 0; i < 300_000; i++) {
      out.print("€€\n"); // 7 bytes: the end falls inside a character
    }
    output.close();

    assertThat(all().getBytes(UTF_8).length).isBetween(1 << 20, (1 << 20) + 100);
    assertThat(all()).containsOnlyOnce("the rest is cut").endsWith("the rest is cut\n");
    assertThat(all()).doesNotContain("\uFFFD");
  }
}
