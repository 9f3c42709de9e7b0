package tapeline.grader.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class WireTest {
  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private final Wire sender = new Wire(InputStream.nullInputStream(), sent);

  private Wire receiver() {
    return receiver(1000);
  }

  private Wire receiver(int longest) {
    return new Wire(
        new ByteArrayInputStream(sent.toByteArray()), new ByteArrayOutputStream(), longest);
  }

  @Test
  void sealed_frames_arrive_in_their_order() throws IOException {
    sender.sealWith("secret");
    sender.send(List.of("ended", "ä"));
    sender.send(List.of("done"));
    var receiver = receiver();
    assertThat(receiver.receive("secret")).containsExactly("ended", "ä");
    assertThat(receiver.receive("secret")).containsExactly("done");
    assertThatThrownBy(() -> receiver.receive("secret")).isInstanceOf(EOFException.class);
  }

  @Test
  void a_frame_with_another_secret_is_a_forgery() throws IOException {
    sender.sealWith("guess");
    sender.send(List.of("done"));
    assertThatThrownBy(() -> receiver().receive("secret")).isInstanceOf(Wire.Forgery.class);
  }

  @Test
  void a_frame_that_was_there_before_is_a_forgery() throws IOException {
    sender.sealWith("secret");
    sender.send(List.of("passed"));
    sent.write(sent.toByteArray());
    var receiver = receiver();
    receiver.receive("secret");
    assertThatThrownBy(() -> receiver.receive("secret"))
        .isInstanceOf(Wire.Forgery.class)
        .hasMessage("frame 1 does not bear the seal of this run");
  }

  @Test
  void a_frame_has_a_limit() throws IOException {
    sender.send(List.of("x".repeat(600), "y".repeat(600)));
    assertThatThrownBy(() -> receiver().receive())
        .isInstanceOf(Wire.Forgery.class)
        .hasMessage("a frame may have 1000 bytes, got a string of 600");
    assertThat(receiver(1200).receive()).hasSize(2);
    sent.reset();
    sender.send(Collections.nCopies(400, ""));
    assertThatThrownBy(() -> receiver().receive())
        .as("many empty strings")
        .isInstanceOf(Wire.Forgery.class);
  }
}
