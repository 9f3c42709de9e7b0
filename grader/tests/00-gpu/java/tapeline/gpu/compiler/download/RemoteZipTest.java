package tapeline.gpu.compiler.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A zip on a server of this machine, read in parts.
class RemoteZipTest {
  private static final String WANTED = "what we came for ".repeat(1000);
  @AutoClose private ZipServer server;

  @BeforeEach
  void serve() throws IOException {
    var noise = new byte[1 << 20];
    new Random(1).nextBytes(noise);
    server =
        new ZipServer()
            .with("lib/large.so", noise)
            .with("lib/wanted.so", WANTED.getBytes(StandardCharsets.UTF_8))
            .with("include/large.so", new byte[0]);
  }

  @Test
  void only_the_wanted_file_is_fetched() throws IOException {
    var remote = new RemoteZip(server.address());
    assertThat(remote.entries())
        .containsOnlyKeys("lib/large.so", "lib/wanted.so", "include/large.so");
    try (var in = remote.open(remote.entry("wanted.so"))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(WANTED);
    }
    assertThat(server.sent()).as("bytes sent, of %d", server.size()).isLessThan(70_000);
  }

  @Test
  void a_name_that_none_or_two_files_have_is_turned_down() throws IOException {
    var remote = new RemoteZip(server.address());
    assertThatThrownBy(() -> remote.entry("absent.so"))
        .hasMessageEndingWith("should have one file absent.so, and has 0");
    assertThatThrownBy(() -> remote.entry("large.so"))
        .hasMessageEndingWith("should have one file large.so, and has 2");
  }

  @Test
  void a_server_that_sends_the_whole_file_is_turned_down() throws IOException {
    var address = server.knowsNoRanges().address();
    assertThatThrownBy(() -> new RemoteZip(address))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("answers 200 where a part of the file (206) was asked for");
  }

  @Test
  void a_server_that_is_not_there_is_named() throws IOException {
    try (var free = new ServerSocket(0)) {
      int port = free.getLocalPort();
      free.close();
      assertThatThrownBy(() -> new RemoteZip(URI.create("http://localhost:" + port + "/x.jar")))
          .hasMessage(
              "localhost cannot be reached (Connection refused): is there a network? Java finds a proxy by -Dhttps.proxyHost.");
    }
    assertThatThrownBy(() -> new RemoteZip(URI.create("http://nowhere.invalid/x.jar")))
        .hasMessage(
            "nowhere.invalid cannot be reached (its name is not known): is there a network? Java finds a proxy by -Dhttps.proxyHost.");
    assertThatThrownBy(() -> new RemoteZip(URI.create("file:/tmp/x.jar")))
        .hasMessage("a web server (http or https) is needed, got file:/tmp/x.jar");
  }
}
