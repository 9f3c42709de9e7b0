package tapeline.gpu.compiler.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The place that Maven fetches from, as its own files tell it.
class MavenRepositoryTest {
  @TempDir Path folder;

  private static String mirrors(String of) {
    return """
    <settings><mirrors>
      <mirror><id>other</id><url>https://other.example/repo</url><mirrorOf>company</mirrorOf></mirror>
      <mirror><id>m</id><mirrorOf>%s</mirrorOf><url>https://mirror.example/maven</url></mirror>
    </mirrors></settings>
    """
        .formatted(of);
  }

  private static Optional<String> mirror(String settings) {
    return MavenRepository.mirror(settings, Map.of("NEXUS", "https://nexus.example/a$1"));
  }

  @Test
  void variables_are_replaced_as_maven_does() {
    var settings = mirrors("central").replace("https://mirror.example", "${env.NEXUS}");
    assertThat(mirror(settings)).contains("https://nexus.example/a$1/maven");
    assertThat(mirror(settings.replace("NEXUS", "OTHER"))).contains("${env.OTHER}/maven");
  }

  @Test
  void what_is_no_address_is_told_with_where_it_stands() {
    for (var text :
        List.of("${env.OTHER}/maven", "nexus.example/maven", "https://a b", "file:/m")) {
      assertThatThrownBy(() -> MavenRepository.uri(text, "/home/ada/.m2/settings.xml"))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "/home/ada/.m2/settings.xml names no web server (http:// or https://): " + text);
    }
  }

  @Test
  void a_mirror_of_central_is_where_maven_goes() {
    for (var of : List.of("central", "*", " * ", "external:*", "company, central", "*,!inner")) {
      assertThat(mirror(mirrors(of)))
          .as("mirrorOf %s", of)
          .contains("https://mirror.example/maven");
    }
  }

  @Test
  void a_mirror_of_others_or_in_a_comment_is_not() {
    for (var of : List.of("company", "*,!central", "external:http:*", "centralised")) {
      assertThat(mirror(mirrors(of))).as("mirrorOf %s", of).isEmpty();
    }
    assertThat(mirror("<settings/>")).isEmpty();
    assertThat(mirror("<settings><!-- " + mirrors("*") + " --></settings>")).isEmpty();
  }

  @Test
  void maven_lies_above_its_program_or_in_libexec_beside_it() {
    assertThat(MavenRepository.homes(Path.of("/opt/maven/bin/mvn")))
        .containsExactly(Path.of("/opt/maven"), Path.of("/opt/maven/libexec"));
  }

  @Test
  void without_maven_it_is_central() throws IOException {
    assumeTrue(System.getenv("TAPELINE_MAVEN") == null, "TAPELINE_MAVEN names another");
    var home = System.getProperty("user.home");
    System.setProperty("user.home", folder.toString());
    try {
      assumeTrue(System.getenv("MAVEN_HOME") == null && System.getenv("M2_HOME") == null);
      assertThat(MavenRepository.find(Optional.empty()))
          .isEqualTo(URI.create("https://repo.maven.apache.org/maven2/"));
      var mvn = Files.createDirectories(folder.resolve("maven/bin")).resolve("mvn");
      var conf = Files.createDirectories(folder.resolve("maven/conf"));
      Files.writeString(mvn, "");
      Files.writeString(conf.resolve("settings.xml"), mirrors("central"));
      assertThat(MavenRepository.find(Optional.of(mvn)))
          .as("the machine's settings")
          .isEqualTo(URI.create("https://mirror.example/maven/"));
    } finally {
      System.setProperty("user.home", home);
    }
  }
}
