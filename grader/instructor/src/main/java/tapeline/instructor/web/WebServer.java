package tapeline.instructor.web;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/// A server of one site: Jetty, a virtual thread a request, so that a client that sends half a
/// request holds up no other.
///
/// A page elsewhere whose name points here reads nothing: a request names this machine, or the
/// hosts that are given.
public final class WebServer implements AutoCloseable {
  private static final int MOST_WAITING = 1_024;
  private static final int PART = 1 << 16;
  private static final long REST = 4 << 20;
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  private final Server server;
  private final ServerConnector connector;

  private WebServer(Server server, ServerConnector connector) {
    this.server = server;
    this.connector = connector;
  }

  /// Starts a server.
  ///
  /// @param port 0 for any that is free
  /// @param host that requests may name beside this machine's own
  /// @throws IllegalArgumentException when the port cannot be used
  public static WebServer start(
      InetAddress address, int port, String host, BodyLimits limits, WebSite site) {
    var threads = new QueuedThreadPool();
    threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
    var server = new Server(threads);
    var http = new HttpConfiguration();
    http.setSendServerVersion(false);
    var connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setHost(address.getHostAddress());
    connector.setPort(port);
    connector.setIdleTimeout(limits.grace().toMillis());
    connector.setAcceptQueueSize(MOST_WAITING); // the system resets those that find no place
    server.addConnector(connector);
    var hosts = Stream.concat(LOOPBACK.stream(), Stream.of(host)).collect(Collectors.toSet());
    server.setHandler(new Answers(hosts, limits, site));
    try {
      server.start();
    } catch (Exception e) {
      throw new IllegalArgumentException(
          "port %d cannot be used: %s"
              .formatted(port, e.getCause() instanceof BindException b ? b.getMessage() : e),
          e);
    }
    return new WebServer(server, connector);
  }

  /// Starts a server for this machine alone.
  public static WebServer start(int port, BodyLimits limits, WebSite site) {
    return start(InetAddress.getLoopbackAddress(), port, "localhost", limits, site);
  }

  public int port() {
    return connector.getLocalPort();
  }

  /// The address on this machine.
  public String url() {
    return "http://127.0.0.1:%d/".formatted(port());
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the server does not stop: " + e.getMessage(), e);
    }
  }

  /// Sends what the site answers.
  private static final class Answers extends Handler.Abstract {
    private final Set<String> hosts;
    private final BodyLimits limits;
    private final WebSite site;

    Answers(Set<String> hosts, BodyLimits limits, WebSite site) {
      this.hosts = hosts;
      this.limits = limits;
      this.site = site;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback)
        throws IOException {
      request.addIdleTimeoutListener(_ -> false); // a client is silent while the site works
      var reply = reply(request);
      response.setStatus(reply.status());
      var headers = response.getHeaders();
      headers.put(HttpHeader.CONTENT_TYPE, reply.type());
      headers.put(HttpHeader.CONTENT_LENGTH, reply.body().length);
      headers.put(HttpHeader.CACHE_CONTROL, "no-store");
      headers.put("X-Content-Type-Options", "nosniff");
      headers.put("Referrer-Policy", "same-origin");
      headers.put("X-Frame-Options", "DENY");
      headers.put("Content-Security-Policy", "frame-ancestors 'none'");
      reply.headers().forEach(headers::put);
      if (reply.status() >= 400 && request.getLength() != 0) {
        readRest(request, reply.status());
        headers.put(HttpHeader.CONNECTION, "close");
      }
      boolean head = request.getMethod().equals("HEAD");
      Content.Sink.write(response, true, ByteBuffer.wrap(head ? new byte[0] : reply.body()));
      callback.succeeded();
      return true;
    }

    /// Reads what is left of a refused body: of one that is too long up to twice what one may have,
    /// else 4 MiB. A client that still sends, such as a proxy, reads no answer. One that asked
    /// first, or is too slow, is not waited for.
    private void readRest(Request request, int status) {
      if (status == 408 || request.getHeaders().contains(HttpHeader.EXPECT)) {
        return;
      }
      var more = limits.twice();
      var part = new byte[PART];
      try (var body = new WebRequest(request, more).body()) {
        long left = status == 413 ? Long.MAX_VALUE : REST;
        int n = 0;
        while (n >= 0 && left > 0) {
          n = body.read(part, 0, PART);
          left -= n;
        }
      } catch (HttpRefusal | IOException _) {
        // it has ended another way
      }
    }

    private Reply reply(Request request) throws IOException {
      var host = String.valueOf(request.getHeaders().get(HttpHeader.HOST));
      try {
        if (!hosts.contains(host.replaceFirst(":\\d+$", ""))) {
          throw new HttpRefusal(403, "this server is not " + host);
        }
        return site.answer(new WebRequest(request, limits));
      } catch (HttpRefusal e) {
        return Reply.of(e.status(), "text/plain", e.getMessage() + "\n");
      } catch (RuntimeException e) {
        if (e instanceof HttpException said) { // Jetty's, of an address that is none
          return Reply.of(said.getCode(), "text/plain", said.getReason() + "\n");
        }
        e.printStackTrace();
        return Reply.of(500, "text/plain", "the server failed; its log says how\n");
      }
    }
  }
}
