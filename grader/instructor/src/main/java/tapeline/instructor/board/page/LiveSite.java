package tapeline.instructor.board.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tapeline.instructor.board.BoardStore;

/// The board's pages as they are now, on loopback only. A page that is open loads again when
/// something is new, which may come from a run in another process.
public final class LiveSite implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final BoardStore store;
  private BoardSite site;
  private String state;

  private LiveSite(HttpServer server, BoardStore store) {
    this.server = server;
    this.store = store;
    this.state = BoardView.state(store);
    this.site = new BoardSite(store, true);
  }

  /// Serves the pages of a board, to this machine alone.
  ///
  /// @param port 0 for any that is free
  public static LiveSite start(BoardStore store, int port) throws IOException {
    HttpServer server;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    } catch (BindException e) {
      throw new IllegalArgumentException(
          "port %d cannot be used: %s".formatted(port, e.getMessage()), e);
    }
    var live = new LiveSite(server, store);
    server.createContext("/", live::answer);
    server.setExecutor(live.threads); // a client that sends half a request holds up no other
    server.start();
    return live;
  }

  public String url() {
    return "http://127.0.0.1:%d/".formatted(server.getAddress().getPort());
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var host = String.valueOf(exchange.getRequestHeaders().getFirst("Host"));
      if (!host.matches("(127\\.0\\.0\\.1|localhost|\\[::1])(:\\d+)?")) {
        send(exchange, 403, "text/plain", "This server is for this machine alone.\n");
        return; // a page elsewhere that has its name point here reads nothing
      }
      if (!exchange.getRequestMethod().matches("GET|HEAD")) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        send(exchange, 405, "text/plain", "Only GET and HEAD.\n");
        return;
      }
      var path = exchange.getRequestURI().getPath();
      if (path.equals("/state")) {
        send(exchange, 200, "text/plain", BoardView.state(store));
        return;
      }
      var address = path.equals("/") ? "index.html" : path.substring(1);
      var page = site().page(address);
      if (page.isPresent()) {
        var type = address.endsWith(".json") ? "application/json" : "text/html";
        send(exchange, 200, type, page.get());
      } else {
        send(exchange, 404, "text/plain", "There is no such page.\n");
      }
    } catch (RuntimeException e) {
      send(exchange, 500, "text/plain", e + "\n");
    }
  }

  private synchronized BoardSite site() {
    var now = BoardView.state(store);
    if (!now.equals(state)) {
      site = new BoardSite(store, true);
      state = now;
    }
    return site;
  }

  private static void send(HttpExchange exchange, int code, String type, String text)
      throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", "" + bytes.length);
      exchange.sendResponseHeaders(code, -1);
      return;
    }
    exchange.sendResponseHeaders(code, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
