package tapeline.grader.handin;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLException;
import tapeline.grader.course.Front;

/// The answers of a class's server to a team or a student.
record ClassClient(Invitation invitation) {
  private static final Duration CONNECT = Duration.ofSeconds(20);
  private static final Duration ANSWER = Duration.ofMinutes(10);
  private static final int TRIES = 5;
  private static final int SHOWN = 200;

  /// The answers of a proxy that lost the server's, and of a server whose database is away.
  private static final Set<Integer> LOST = Set.of(502, 503);

  /// The answer of a proxy that no longer waits: the server still works on it.
  private static final int WAITED = 504;

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
  /// @throws IllegalStateException when the server does not answer, or refuses, with its reason,
  ///   and a word on the receipt that an upload may have all the same
  /// @throws IllegalArgumentException when the body cannot be read
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
            var word = word(method, tried > 1 || answer.statusCode() == WAITED);
            return read(answer.statusCode(), answer.body(), word);
          }
        } catch (IOException e) {
          if (e.getCause() instanceof UncheckedIOException
              || e.getCause() instanceof FileNotFoundException) {
            throw new IllegalArgumentException("what is handed in cannot be read: " + reason(e), e);
          }
          boolean isNone =
              e instanceof ConnectException
                  || e instanceof HttpConnectTimeoutException
                  || e instanceof SSLException
                  || isOfNoTls(e);
          boolean mayHaveCome = tried > 1 || !isNone;
          if (!mayHaveCome || e instanceof HttpTimeoutException || tried == TRIES) {
            throw new IllegalStateException(
                "the class's server %s does not answer: %s%s"
                    .formatted(invitation.server(), reason(e), word(method, mayHaveCome)),
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

  /// Returns whether the server has answered without TLS. The client may tell that as an answer of
  /// no bytes, with the reason behind it.
  private static boolean isOfNoTls(IOException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException && reason(cause).startsWith("Unrecognized SSL message")) {
        return true;
      }
    }
    return false;
  }

  private static String reason(Throwable e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  /// Returns what to add where an upload may have come; empty for other requests.
  private static String word(String method, boolean mayHaveCome) {
    return mayHaveCome && method.equals("PUT")
        ? "; there may be a receipt: %s lists them"
            .formatted(Front.terminal().command("submit", HandIn.STATUS))
        : "";
  }

  private JsonNode read(int status, String body, String word) {
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
        "the class's server %s answers %d: %s%s"
            .formatted(
                invitation.server(),
                status,
                why.substring(0, Math.min(SHOWN, why.length())),
                word));
  }
}
