package tapeline.kernel.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// How cells read the learner's answers.
class CellStreamsTest {
  private final InputStream in = System.in;
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final CellStreams streams = new CellStreams(out, err, new Answers("tüpe", "line"));

  /// Asks when all of the last answer was read; a part of one may be read byte by byte alone.
  private static final class Answers extends InputStream {
    private final String[] answers;
    private int next;
    private ByteArrayInputStream answer = new ByteArrayInputStream(new byte[0]);

    Answers(String... answers) {
      this.answers = answers;
    }

    @Override
    public int read() {
      if (available() == 0) {
        answer = new ByteArrayInputStream(answers[next++].getBytes(StandardCharsets.UTF_8));
      }
      return (byte) answer.read();
    }

    @Override
    public int read(byte[] bytes, int from, int count) {
      throw new ArrayIndexOutOfBoundsException();
    }

    @Override
    public int available() {
      return answer.available();
    }
  }

  @AfterEach
  void putBack() {
    System.setIn(in);
    System.setOut(out);
    System.setErr(err);
  }

  private static String read(int count) throws IOException {
    return new String(System.in.readNBytes(count), StandardCharsets.UTF_8);
  }

  @Test
  void a_part_of_an_answer_is_read_and_the_rest_is_not_the_next_cells() throws IOException {
    streams.renew();
    assertThat(read(1)).isEqualTo("t");
    assertThat(read(3)).isEqualTo("üp");
    streams.renew();
    assertThat(read(4)).as("another question's answer").isEqualTo("line");
  }

  @Test
  void behind_a_kernel_the_process_has_its_own_streams() {
    streams.renew();
    assertThat(System.out).as("a cell's").isNotSameAs(out);
    streams.restore();
    assertThat(System.in).isSameAs(in);
    assertThat(System.out).isSameAs(out);
    assertThat(System.err).isSameAs(err);
  }
}
