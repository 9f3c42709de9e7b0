package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What Maven's own files say of where it fetches from.
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

  @Test
  void a_mirror_of_central_is_where_maven_goes() {
    for (var of : List.of("central", "*", " * ", "external:*", "company, central", "*,!inner")) {
      assertThat(MavenRepository.mirror(mirrors(of)))
          .as("mirrorOf %s", of)
          .contains(URI.create("https://mirror.example/maven/"));
    }
  }

  @Test
  void a_mirror_of_others_or_in_a_comment_is_not() {
    for (var of : List.of("company", "*,!central", "external:http:*", "centralised")) {
      assertThat(MavenRepository.mirror(mirrors(of))).as("mirrorOf %s", of).isEmpty();
    }
    assertThat(MavenRepository.mirror("<settings/>")).isEmpty();
    assertThat(MavenRepository.mirror("<settings><!-- " + mirrors("*") + " --></settings>"))
        .isEmpty();
  }

  @Test
  void maven_lies_above_its_program_or_in_libexec_beside_it() {
    assertThat(MavenRepository.homes(Path.of("/opt/maven/bin/mvn")))
        .containsExactly(Path.of("/opt/maven"), Path.of("/opt/maven/libexec"));
  }

  @Test
  void the_address_is_in_the_pom_that_comes_with_maven() throws IOException {
    assertThat(MavenRepository.central(folder.resolve("lib"))).isEmpty();
    var jar = Files.newOutputStream(folder.resolve("maven-model-builder-3.9.9.jar"));
    try (var zip = new ZipOutputStream(jar)) {
      zip.putNextEntry(new ZipEntry("org/apache/maven/model/pom-4.0.0.xml"));
      var pom = "<repository><url>https://central.example/maven2</url></repository>";
      zip.write(pom.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(MavenRepository.central(folder))
        .contains(URI.create("https://central.example/maven2/"));
  }
}
