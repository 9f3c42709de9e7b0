package tapeline.tests.given.competition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.competition.Archive;
import tapeline.competition.ArchiveException;
import tapeline.competition.Events;
import tapeline.competition.Manifest;
import tapeline.competition.Packaging;

/// Entries that are packed, and those that a judge would refuse, which are not.
class PackagingTest {
  private static final String EVENT = "smallest-model";

  @TempDir Path folder = Path.of(".");
  private Path mine = Path.of(".");
  private Path zip = Path.of(".");

  @BeforeEach
  void begin() throws IOException {
    mine = folder.resolve("mine");
    zip = folder.resolve("mine.zip");
    Files.createDirectories(mine.resolve("data"));
    complete("mine.Model");
  }

  private void complete(String main) throws IOException {
    var manifest =
        new Manifest(
            "mine",
            "the night shift",
            List.of("Ada"),
            EVENT,
            main,
            Archive.hash(mine),
            List.of(),
            new Manifest.Environment("25", List.of(), "a processor", 2, "a system"),
            List.of(),
            null,
            List.of(new Manifest.LogEntry("fewer nodes", "by hand", "9 of 10 bytes")));
    Files.writeString(mine.resolve(Archive.MANIFEST), manifest.write());
  }

  @Test
  void an_entry_that_keeps_all_rules_is_packed() throws IOException {
    assertThat(Packaging.pack(mine, zip)).isEmpty();
    assertThat(zip).exists();
  }

  @Test
  void a_main_of_many_parts_is_refused_in_a_sentence() throws IOException {
    complete("a" + ".b".repeat(30_000));
    assertThat(Packaging.pack(mine, zip))
        .contains("main is the name of a class, 200 characters at most, got 60001");
  }

  @ParameterizedTest
  @CsvSource({"entry, entri, entry", "smallest-model, smallest, 'got smallest'"})
  void a_manifest_that_is_none_is_told_as_a_problem(String field, String wrong, String named)
      throws IOException {
    var file = mine.resolve(Archive.MANIFEST);
    Files.writeString(file, Files.readString(file).replace('"' + field + '"', '"' + wrong + '"'));
    assertThat(Packaging.pack(mine, zip)).singleElement().asString().contains(named);
  }

  @Test
  void a_folder_without_a_manifest_is_told_so() throws IOException {
    assertThat(Packaging.pack(folder, zip))
        .containsExactly("an entry has a manifest.json, and there is none in " + folder);
  }

  @Test
  void a_manifest_that_a_judge_does_not_read_is_refused() throws IOException {
    var blanks = " ".repeat(2 << 20);
    Files.writeString(mine.resolve(Archive.MANIFEST), blanks, StandardOpenOption.APPEND);
    assertThat(Packaging.pack(mine, zip))
        .containsExactly("a manifest has 1024 KiB at most, got 2048");
  }

  @Test
  void an_archive_that_a_judge_refuses_is_not_left() throws IOException {
    for (int i = 0; i < 500; i++) {
      Files.writeString(mine.resolve("data/x" + i), "x");
    }
    complete("mine.Model");
    assertThat(Packaging.pack(mine, zip))
        .containsExactly("an archive has 500 entries at most, got 501");
    assertThat(folder)
        .as("the archive")
        .isDirectoryNotContaining(p -> p.toString().contains(".zip"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"data/Main.class", "data/a/B.CLASS", "DATA/x.Class"})
  void a_class_that_no_judge_compiled_is_refused(String name) throws IOException {
    Files.createDirectories(mine.resolve(name).getParent());
    Files.write(mine.resolve(name), new byte[] {1, 2, 3});
    var problem = "classes are compiled from src, and data holds none, got " + name;
    assertThatThrownBy(() -> complete("mine.Model"))
        .isInstanceOf(ArchiveException.class)
        .hasMessage(problem);
    try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry(name));
      out.write(1);
    }
    var limits = Events.named(EVENT).limits();
    assertThatThrownBy(() -> Archive.unpack(zip, folder.resolve("unpacked"), limits))
        .isInstanceOf(ArchiveException.class)
        .hasMessage(problem);
  }

  @Test
  void other_names_with_class_in_them_are_packed() throws IOException {
    Files.writeString(mine.resolve("data/class"), "x");
    Files.writeString(mine.resolve("data/a.classes"), "x");
    Files.writeString(Files.createDirectories(mine.resolve("src")).resolve("A.class"), "x");
    complete("mine.Model");
    assertThat(Packaging.pack(mine, zip)).isEmpty();
  }

  @Test
  void one_that_unpacks_to_too_much_is_refused() throws IOException {
    int most = Events.named(EVENT).limits().archiveKiB();
    Files.write(mine.resolve("data/table"), new byte[1024 * most]);
    complete("mine.Model");
    assertThat(Packaging.pack(mine, zip))
        .containsExactly("an archive unpacks to no more than is allowed, got more");
  }
}
