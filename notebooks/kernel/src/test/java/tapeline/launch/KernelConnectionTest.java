package tapeline.launch;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import org.dflib.jjava.jupyter.channels.ShellReplyEnvironment;
import org.dflib.jjava.jupyter.messages.reply.IsCompleteReply;
import org.dflib.jjava.jupyter.messages.request.IsCompleteRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.kernel.protocol.KernelConnection;
import tapeline.kernel.protocol.PromptChannel;

class KernelConnectionTest {
  /// Answers, or fails as a request may.
  private static void answer(ShellReplyEnvironment reply, String code) {
    switch (code) {
      case "memory" -> throw new OutOfMemoryError("planted");
      case "exception" -> throw new IllegalStateException("planted");
      case "abort" -> ((PromptChannel) reply.getShell()).abortQueued();
      default -> reply.reply(IsCompleteReply.VALID_CODE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "exception", "abort memory", "abort exception"})
  void a_request_that_fails_costs_none_behind_it_its_answer(String codes) throws Exception {
    var properties = KernelTraining.onFreePorts();
    var connection = new KernelConnection(properties);
    connection.setHandler(
        IsCompleteRequest.MESSAGE_TYPE,
        (reply, asked) -> answer(reply, asked.getContent().getCode()));
    connection.connect();
    try (var client = new KernelClient(properties, () -> true)) {
      for (var code : List.of(codes.split(" "))) {
        client.send(IsCompleteRequest.MESSAGE_TYPE, new IsCompleteRequest(code));
      }
      assertThatCode(
              () -> client.request(IsCompleteRequest.MESSAGE_TYPE, new IsCompleteRequest("1")))
          .doesNotThrowAnyException();
    } finally {
      connection.close();
      connection.waitUntilClose();
    }
  }
}
