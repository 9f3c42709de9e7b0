package tapeline.gpu.compiler.download;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A web server of this machine that has one zip, under any name, and gives parts of it.
final class ZipServer implements AutoCloseable {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8);
  private final AtomicLong sent = new AtomicLong();
  private final HttpServer server;
  private int breaksOff = Integer.MAX_VALUE;
  private boolean ranges = true;

  ZipServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  ZipServer with(String name, byte[] content) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(content);
    return this;
  }

  /// Ends connections after so many bytes of an answer.
  ZipServer breaksOffAfter(int bytes) {
    breaksOff = bytes;
    return this;
  }

  /// Gives the whole file, whatever part is asked for.
  ZipServer knowsNoRanges() {
    ranges = false;
    return this;
  }

  /// Closes the archive, in which all files are, and returns its address.
  URI address() throws IOException {
    zip.setComment("a comment at the end");
    zip.close();
    return URI.create("http://localhost:" + server.getAddress().getPort() + "/");
  }

  long sent() {
    return sent.get();
  }

  int size() {
    return bytes.size();
  }

  private void answer(HttpExchange exchange) throws IOException {
    var file = bytes.toByteArray();
    var range = exchange.getRequestHeaders().getFirst("Range").substring("bytes=".length());
    int from = 0;
    int to = file.length - 1;
    if (range.startsWith("-")) {
      from = Math.max(0, file.length + Integer.parseInt(range));
    } else {
      int dash = range.indexOf('-');
      from = Integer.parseInt(range.substring(0, dash));
      to = Math.min(to, Integer.parseInt(range.substring(dash + 1)));
    }
    var part = ranges ? Arrays.copyOfRange(file, from, to + 1) : file;
    sent.addAndGet(part.length);
    exchange.sendResponseHeaders(ranges ? 206 : 200, part.length);
    try (var body = exchange.getResponseBody()) {
      body.write(part, 0, Math.min(part.length, breaksOff));
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
