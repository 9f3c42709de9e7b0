package tapeline.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {
  private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

  @TempDir Path folder;
  private Path classes = Path.of("");
  private Path library = Path.of("");

  @BeforeEach
  void a_project_with_one_class() throws IOException {
    classes = Files.createDirectories(folder.resolve("my kernel/target/classes"));
    library = folder.resolve("library");
    Files.createDirectories(classes.resolve("a"));
    Files.writeString(classes.resolve("a/B.class"), "one");
  }

  private ClassPath packed(Path... more) throws IOException {
    var path = new StringBuilder(classes.toString());
    for (var p : more) {
      path.append(File.pathSeparator).append(p);
    }
    return ClassPath.packed(path.toString(), library);
  }

  @Test
  void a_folder_becomes_a_jar_named_for_its_project_and_a_jar_stays() throws IOException {
    var other = Files.writeString(folder.resolve("other.jar"), "");
    var jar = library.resolve("my kernel.jar");
    assertThat(packed(other, folder.resolve("missing")).jars()).containsExactly(jar, other);
    try (var zip = new ZipFile(jar.toFile())) {
      assertThat(zip.getInputStream(zip.getEntry("a/B.class")).readAllBytes())
          .asString()
          .isEqualTo("one");
    }
  }

  @Test
  void the_same_classes_keep_their_jar() throws IOException {
    var jar = packed().jars().getFirst();
    Files.setLastModifiedTime(jar, LONG_AGO);
    Files.writeString(classes.resolve("a/B.class"), "one"); // compiled again
    packed();
    assertThat(Files.getLastModifiedTime(jar)).isEqualTo(LONG_AGO);
    Files.writeString(classes.resolve("a/B.class"), "two");
    packed();
    assertThat(Files.getLastModifiedTime(jar)).isNotEqualTo(LONG_AGO);
  }

  @Test
  void nothing_unfinished_is_left_in_the_library() throws IOException {
    packed();
    packed();
    assertThat(library.toFile().list()).containsExactly("my kernel.jar");
  }
}
