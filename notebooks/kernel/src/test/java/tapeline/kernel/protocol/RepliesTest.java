package tapeline.kernel.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import java.util.List;
import java.util.Map;
import org.dflib.jjava.jupyter.messages.publish.PublishError;
import org.dflib.jjava.jupyter.messages.reply.ErrorReply;
import org.dflib.jjava.jupyter.messages.reply.ExecuteReply;
import org.junit.jupiter.api.Test;

/// What is sent to the front end beyond what jjava sends.
class RepliesTest {
  private final Replies replies = new Replies();

  private String json(int count) {
    return new Gson().toJson(replies.complete(new ExecuteReply(count, Map.of())));
  }

  @Test
  void text_for_a_cell_goes_with_one_reply() {
    replies.nextInput("int a = 1;", true);

    assertThat(json(3))
        .contains("\"execution_count\":3")
        .contains("\"source\":\"set_next_input\"")
        .contains("\"text\":\"int a \\u003d 1;\"")
        .contains("\"replace\":true");
    assertThat(json(4)).contains("\"payload\":[]");
  }

  @Test
  void text_for_a_cell_that_failed_is_not_put_into_the_next() {
    replies.nextInput("int a = 1;", true);

    replies.complete(new ErrorReply("X", "m", List.of()));

    assertThat(json(4)).contains("\"payload\":[]");
  }

  @Test
  void an_error_is_named_as_what_the_cell_threw() {
    replies.errorName("ArithmeticException", 7);

    var published = replies.complete(new PublishError("CellException", "/ by zero", List.of("l")));
    var replied = replies.complete(new ErrorReply("CellException", "/ by zero", List.of("l")));

    assertThat(published.getErrorName()).isEqualTo("ArithmeticException");
    assertThat(published.getErrorMessage()).isEqualTo("/ by zero");
    assertThat(replied.getErrorName()).isEqualTo("ArithmeticException");
    assertThat(replies.complete(new ErrorReply("Other", "", List.of())).getErrorName())
        .isEqualTo("Other");
  }
}
