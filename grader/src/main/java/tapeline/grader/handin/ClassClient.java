package tapeline.grader.handin;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tapeline.grader.course.Front;

/// The answers of a class's server to a team or a student.
record ClassClient(Invitation invitation) {
  private static final Duration CONNECT = Duration.ofSeconds(20);
  private static final Duration ANSWER = Duration.ofMinutes(10);
  private static final int TRIES = 5;
  private static final int SHOWN = 200;

  /// The answers of a proxy that lost the server's, and of a server whose database is away.
  private static final Set<Integer> LOST = Set.of(502, 503, 504);

  /// Returns whose token it is: `kind` and `name`; and `deadlines`, in sentences.
  JsonNode member() {
    return answer("api/member", "GET", BodyPublishers.noBody());
  }

  /// Returns the receipts, the last one first.
  List<JsonNode> receipts() {
    var all = new ArrayList<JsonNode>();
    answer("api/receipts", "GET", BodyPublishers.noBody()).forEach(all::add);
    return all;
  }

  /// Hands a file in; the receipt.
  JsonNode submit(String name, BodyPublisher content) {
    return answer("api/submit?name=" + URLEncoder.encode(name, UTF_8), "PUT", content);
  }

  /// Asks again, for 15 s, where an answer is lost: the same bytes have the same receipt.
  ///
  /// @throws IllegalStateException when the server does not answer, or refuses, with its reason
  private JsonNode answer(String path, String method, BodyPublisher body) {
    var request =
        HttpRequest.newBuilder(invitation.server().resolve(path))
            .header("Authorization", "Bearer " + invitation.token())
            .expectContinue(method.equals("PUT")) // a refusal comes before the bytes go
            .timeout(ANSWER)
            .method(method, body)
            .build();
    try (var client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build()) {
      for (int tried = 1; ; tried++) {
        try {
          var answer = client.send(request, BodyHandlers.ofString());
          if (!LOST.contains(answer.statusCode()) || tried == TRIES) {
            return read(answer.statusCode(), answer.body());
          }
        } catch (IOException e) {
          boolean isNone = e instanceof ConnectException && tried == 1;
          if (isNone || e instanceof HttpTimeoutException || tried == TRIES) {
            var status = Front.terminal().command("submit", HandIn.STATUS);
            throw new IllegalStateException(
                "the class's server %s does not answer: %s%s"
                    .formatted(
                        invitation.server(),
                        e.getMessage() == null ? e : e.getMessage(),
                        isNone ? "" : "; %s lists the receipts that it gave".formatted(status)),
                e);
          }
        }
        Thread.sleep(Duration.ofSeconds(1L << (tried - 1)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the class's server was not waited for", e);
    }
  }

  private JsonNode read(int status, String body) {
    JsonNode json;
    try {
      json = new ObjectMapper().readTree(body);
    } catch (JsonProcessingException _) {
      json = null; // of a proxy, or of no class's server
    }
    if (status == 200 && json != null && json.isContainerNode()) {
      return json;
    }
    var why = json == null ? body.strip() : json.path("problem").asText(body.strip());
    throw new IllegalStateException(
        "the class's server %s answers %d: %s"
            .formatted(
                invitation.server(), status, why.substring(0, Math.min(SHOWN, why.length()))));
  }
}
