package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A zip on a server of this machine, read in parts.
class RemoteZipTest {
  private final AtomicLong sent = new AtomicLong();
  private HttpServer server;
  private byte[] zip;
  private boolean ranges = true;

  @BeforeEach
  void serve() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
      var noise = new byte[1 << 20];
      new Random(1).nextBytes(noise);
      out.putNextEntry(new ZipEntry("lib/large.so"));
      out.write(noise);
      out.putNextEntry(new ZipEntry("lib/wanted.so"));
      out.write("what we came for ".repeat(1000).getBytes(StandardCharsets.UTF_8));
      out.putNextEntry(new ZipEntry("empty"));
      out.setComment("a comment at the end");
    }
    zip = bytes.toByteArray();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    var range = exchange.getRequestHeaders().getFirst("Range").substring("bytes=".length());
    int from = 0;
    int to = zip.length - 1;
    if (range.startsWith("-")) {
      from = Math.max(0, zip.length + Integer.parseInt(range));
    } else {
      int dash = range.indexOf('-');
      from = Integer.parseInt(range.substring(0, dash));
      to = Math.min(to, Integer.parseInt(range.substring(dash + 1)));
    }
    var part = ranges ? Arrays.copyOfRange(zip, from, to + 1) : zip;
    sent.addAndGet(part.length);
    exchange.sendResponseHeaders(ranges ? 206 : 200, part.length);
    try (var body = exchange.getResponseBody()) {
      body.write(part);
    }
  }

  private URI address() {
    return URI.create("http://localhost:" + server.getAddress().getPort() + "/x.jar");
  }

  @Test
  void only_the_wanted_file_is_fetched() throws IOException {
    var remote = new RemoteZip(address());
    assertThat(remote.entries()).containsOnlyKeys("lib/large.so", "lib/wanted.so", "empty");
    var wanted = Objects.requireNonNull(remote.entries().get("lib/wanted.so"));
    try (var in = remote.open(wanted)) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("what we came for ".repeat(1000));
    }
    assertThat(sent.get()).as("bytes sent, of %d in the file", zip.length).isLessThan(70_000);
  }

  @Test
  void a_server_that_sends_the_whole_file_is_turned_down() {
    ranges = false;
    assertThatThrownBy(() -> new RemoteZip(address()))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("answers 200 where a part of the file (206) was asked for");
  }

  @Test
  void a_mirror_in_mavens_settings_is_where_maven_goes() {
    var settings =
        """
        <settings><mirrors>
          <mirror><id>other</id><url>https://other.example/repo</url><mirrorOf>company</mirrorOf></mirror>
          <mirror><id>m</id><mirrorOf>central</mirrorOf><url>https://mirror.example/maven</url></mirror>
        </mirrors></settings>
        """;
    assertThat(MavenRepository.mirror(settings))
        .contains(URI.create("https://mirror.example/maven/"));
    assertThat(MavenRepository.mirror("<settings/>")).isEmpty();
  }
}
