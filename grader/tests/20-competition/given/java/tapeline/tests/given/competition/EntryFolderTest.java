package tapeline.tests.given.competition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.bench.compare.Plan;
import tapeline.competition.Archive;
import tapeline.competition.EntryFolder;
import tapeline.competition.Events;
import tapeline.competition.Manifest;
import tapeline.competition.Rehearsal;

/// Folders in which something lies before an entry is begun or rehearsed there.
class EntryFolderTest {
  @TempDir Path folder = Path.of(".");
  private Path sources = Path.of(".");
  private Path mine = Path.of(".");

  @BeforeEach
  void write() throws IOException {
    sources = Files.createDirectories(folder.resolve("sources"));
    mine = Files.createDirectories(folder.resolve("mine"));
    for (var name : new String[] {"SprintEntry", "MatmulEntry"}) {
      Files.writeString(
          sources.resolve(name + ".java"),
          "package tapeline.competition;\npublic class %s {}\n".formatted(name));
    }
  }

  @Test
  void what_marks_an_exercise_is_no_part_of_an_entry() throws IOException {
    Files.writeString(
        sources.resolve("MatmulEntry.java"),
        """
        package tapeline.competition;
        public class MatmulEntry {
          // BEGIN SOLUTION 20.8 "an entry" 10 points
          int answer = 8; // the END of it
          // STUB // TODO 20.8 — 1 line.
          // END SOLUTION
        }
        """);
    begin("matmul");
    assertThat(mine.resolve("src/mine/MatmulEntry.java"))
        .hasContent(
            """
            package mine;

            import tapeline.competition.Contestant;
            public class MatmulEntry {
              int answer = 8; // the END of it
            }
            """);
  }

  private void begin(String event) throws IOException {
    EntryFolder.begin(Events.named(event), sources, mine);
  }

  @Test
  void an_entry_begins_in_an_empty_folder() throws IOException {
    Files.writeString(mine.resolve(".DS_Store"), "a system's own file");
    begin("matmul");
    assertThat(Archive.files(mine)).containsOnlyKeys("manifest.json", "src/mine/MatmulEntry.java");
    var environment = Manifest.read(Files.readString(mine.resolve(Archive.MANIFEST))).environment();
    assertThat(List.of(environment.jdk(), environment.processor(), environment.system()))
        .as("this machine")
        .doesNotContain("");
  }

  @Test
  void an_entry_of_another_event_keeps_its_manifest() throws IOException {
    begin("matmul");
    var manifest = mine.resolve(Archive.MANIFEST);
    Files.writeString(manifest, "three weeks of work");
    assertThatThrownBy(() -> begin("scalar-sprint"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an entry begins in an empty folder, and %s has manifest.json", mine);
    assertThat(manifest).hasContent("three weeks of work");
  }

  private List<String> flags(String line) throws IOException {
    var file = Files.createDirectories(mine.resolve("src")).resolve("Entry.java");
    Files.writeString(file, line);
    try (var classes = EntryFolder.compile(mine)) {
      return classes.flags();
    }
  }

  @Test
  void an_entry_may_use_vectors_and_its_jvms_have_them() throws IOException {
    assertThat(flags("class Entry { jdk.incubator.vector.FloatVector sums; }"))
        .containsExactly("--add-modules=jdk.incubator.vector");
    assertThat(flags("class Entry { float[] sums; }")).isEmpty();
  }

  @Test
  void a_manifest_that_was_half_written_is_no_part_of_an_entry() throws Exception {
    begin("matmul");
    var half = Files.writeString(mine.resolve("manifest.json.part"), "{");
    Files.writeString(mine.resolve("src/mine/MatmulEntry.java"), "no Java");
    assertThatThrownBy(() -> Rehearsal.run(mine, Plan.STANDARD)).hasMessageContaining("compiles");
    assertThat(half).doesNotExist();
  }
}
