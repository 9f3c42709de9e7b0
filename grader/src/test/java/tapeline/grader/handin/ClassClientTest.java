package tapeline.grader.handin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClassClientTest {
  /// The first connection ends without an answer, the second one by a proxy's.
  @Test
  void a_lost_answer_is_asked_for_again_with_the_same_bytes_and_a_refusal_is_not()
      throws Exception {
    var came = new ArrayList<String>();
    var answers = List.of(-1, 502, 200, 413);
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/api/submit",
        exchange -> {
          try (exchange) {
            came.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            int status = answers.get(came.size() - 1);
            if (status > 0) {
              var json = "{\"receipt\": 17, \"problem\": \"it is too long\"}".getBytes(UTF_8);
              exchange.sendResponseHeaders(status, json.length);
              exchange.getResponseBody().write(json);
            }
          }
        });
    server.start();
    try {
      var url = "http://127.0.0.1:%d/#%s".formatted(server.getAddress().getPort(), "t".repeat(43));
      var client = new ClassClient(Invitation.parse(url));
      var receipt = client.submit("entry.zip", BodyPublishers.ofString("entry"));
      assertThat(receipt.path("receipt").asInt()).isEqualTo(17);
      assertThat(came).containsExactly("entry", "entry", "entry");
      assertThatThrownBy(() -> client.submit("entry.zip", BodyPublishers.ofString("long")))
          .hasMessageEndingWith("answers 413: it is too long");
      assertThat(came).hasSize(4);
    } finally {
      server.stop(0);
    }
  }
}
