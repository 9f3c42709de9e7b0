package tapeline.grader.handin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.course.Front;

/// A server with one answer after the other: a status, or a connection that ends without one.
class ClassClientTest {
  private static final int NONE = -1;
  private static final String HINT =
      "; there may be a receipt: %s lists them"
          .formatted(Front.terminal().command("submit", HandIn.STATUS));

  private final List<String> came = Collections.synchronizedList(new ArrayList<>());
  private volatile List<Integer> answers = List.of();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/api/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      came.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
      int status = answers.get(came.size() - 1);
      if (status != NONE) {
        var json = "{\"receipt\": 17, \"problem\": \"it is too long\"}".getBytes(UTF_8);
        exchange.sendResponseHeaders(status, json.length);
        exchange.getResponseBody().write(json);
      }
    }
  }

  private ClassClient client() {
    return client("http", server.getAddress().getPort());
  }

  private static ClassClient client(String scheme, int port) {
    var url = "%s://127.0.0.1:%d/#%s".formatted(scheme, port, "t".repeat(43));
    return new ClassClient(Invitation.parse(url));
  }

  private static void submit(ClassClient client) {
    client.submit("entry.zip", BodyPublishers.ofString("entry"));
  }

  /// The first connection ends without an answer, the second one by a proxy's.
  @Test
  void a_lost_answer_is_asked_for_again_with_the_same_bytes_and_a_refusal_is_not() {
    answers = List.of(NONE, 502, 200, 413);
    var receipt = client().submit("entry.zip", BodyPublishers.ofString("entry"));
    assertThat(receipt.path("receipt").asInt()).isEqualTo(17);
    assertThat(came).containsExactly("entry", "entry", "entry");
    assertThatThrownBy(() -> submit(client())).hasMessageEndingWith("answers 413: it is too long");
    assertThat(came).hasSize(4);
  }

  /// A server that had the first try may refuse the second one, as one upload too many.
  @Test
  void a_refusal_after_a_lost_answer_says_that_there_may_be_a_receipt() {
    answers = List.of(NONE, 429);
    assertThatThrownBy(() -> submit(client())).hasMessageEndingWith(": it is too long" + HINT);
  }

  @Test
  void an_upload_that_a_proxy_no_longer_waits_for_is_not_sent_again() {
    answers = List.of(504, 504);
    assertThatThrownBy(() -> submit(client())).hasMessageEndingWith(": it is too long" + HINT);
    assertThatThrownBy(() -> client().receipts())
        .as("this is the list of receipts")
        .hasMessageEndingWith("answers 504: it is too long");
    assertThat(came).hasSize(2);
  }

  @Test
  void a_body_that_cannot_be_read_is_told_and_not_sent_again(@TempDir Path folder) {
    answers = Collections.nCopies(5, NONE);
    assertThatThrownBy(() -> client().submit("entry.zip", BodyPublishers.ofFile(folder)))
        .hasMessageMatching("what is handed in cannot be read: .*directory.*");
    assertThat(came).isEmpty();
  }

  @Test
  void a_server_without_a_certificate_is_told_at_once() throws Exception {
    var connections = Collections.synchronizedList(new ArrayList<Socket>());
    try (var plain = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> takeAll(plain, connections));
      assertThatThrownBy(() -> submit(client("https", plain.getLocalPort())))
          .hasMessageContaining(" does not answer: ")
          .hasMessageNotContaining(HINT);
      assertThat(connections).hasSize(1);
    } finally {
      for (var connection : connections) {
        connection.close();
      }
    }
  }

  /// Answers each connection without a certificate, until the socket is closed.
  private static void takeAll(ServerSocket plain, List<Socket> connections) {
    try {
      while (true) {
        var connection = plain.accept();
        connections.add(connection);
        connection.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(UTF_8));
      }
    } catch (IOException _) {
      // the test is over
    }
  }
}
