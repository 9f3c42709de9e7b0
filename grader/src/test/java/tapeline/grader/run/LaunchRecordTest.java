package tapeline.grader.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which grader `./tapeline` may start without Maven.
class LaunchRecordTest {
  private final Instant earlier = Instant.now().minusSeconds(60);

  @TempDir Path folder;

  @BeforeEach
  void sources() throws IOException {
    for (var name : new String[] {"pom.xml", "grader/pom.xml", "grader/src/main/java/A.java"}) {
      source(name, "a", earlier);
    }
  }

  private void source(String name, String text, Instant time) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, FileTime.from(time));
  }

  private LaunchRecord written() throws IOException {
    var record = new LaunchRecord(folder);
    record.write(Instant.now(), "Grader");
    return record;
  }

  @Test
  void a_grader_is_fresh_when_it_was_built() throws IOException {
    assertThat(written().isFresh()).isTrue();
  }

  @Test
  void a_checkout_that_was_never_built_is_not() {
    assertThat(new LaunchRecord(folder).isFresh()).isFalse();
  }

  @Test
  void a_source_that_changed_makes_it_stale_even_when_it_became_older() throws IOException {
    var record = written();
    source("grader/src/main/java/A.java", "b", earlier.minusSeconds(60));
    assertThat(record.isFresh()).isFalse();
  }

  @Test
  void so_do_a_new_source_one_that_is_gone_and_a_pom() throws IOException {
    var record = written();
    source("grader/src/main/java/B.java", "b", earlier);
    assertThat(record.isFresh()).as("a new source").isFalse();
    Files.delete(folder.resolve("grader/src/main/java/B.java"));
    assertThat(record.isFresh()).as("as it was").isTrue();
    Files.delete(folder.resolve("grader/src/main/java/A.java"));
    assertThat(record.isFresh()).as("a source is gone").isFalse();
    written();
    source("pom.xml", "another version", earlier);
    assertThat(record.isFresh()).as("another pom").isFalse();
  }

  @Test
  void a_source_saved_while_the_build_ran_may_be_in_it_or_not() throws IOException {
    source("grader/src/main/java/A.java", "b", Instant.now());
    var record = new LaunchRecord(folder);
    record.write(earlier, "Grader");
    assertThat(record.isFresh()).isFalse();
  }

  @Test
  void a_moved_checkout_is_fresh() throws IOException {
    written();
    var moved = folder.resolveSibling(folder.getFileName() + " moved");
    Files.move(folder, moved);
    try {
      assertThat(new LaunchRecord(moved).isFresh()).isTrue();
    } finally {
      Files.move(moved, folder);
    }
  }

  @Test
  void the_cache_is_used_once_it_is_there() throws IOException {
    var record = written();
    var launch = folder.resolve("grader/target/launch");
    var arguments = launch.resolve("arguments");
    var before = Files.readString(arguments);
    record.useCache();
    record.useCache();
    var cache = folder.relativize(new GraderJar(launch).cache());
    assertThat(Files.readString(arguments))
        .as("its flag first, once, and all that stood there")
        .startsWith("\"-XX:AOTCache=" + cache.toString().replace("\\", "\\\\") + "\"")
        .containsOnlyOnce("-XX:AOTCache")
        .endsWith(before);
  }
}
