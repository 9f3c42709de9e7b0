package tapeline.instructor.board;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.ArrayList;
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
import tapeline.competition.Event.EventLimits;
import tapeline.competition.Manifest;
import tapeline.instructor.judge.entry.EntryFiles;

class IntakeTest {
  private static final EventLimits LIMITS = new EventLimits(1, 1, 1, 1, 1024);

  @TempDir private Path folder = Path.of(".");
  private Path submissions = Path.of(".");

  @BeforeEach
  void make() throws Exception {
    submissions = Files.createDirectory(folder.resolve("submissions"));
  }

  private List<BoardEntry> read() throws Exception {
    return submitted().stream().map(SubmittedEntry::entry).toList();
  }

  private List<SubmittedEntry> submitted() throws Exception {
    return TestBoard.read(find(Intake.MOST, new ArrayList<>()));
  }

  private List<Intake.Unread> find(int archiveKiB, List<String> ignored) throws Exception {
    return Intake.find(submissions, archiveKiB, ignored);
  }

  private BoardEntry one() throws Exception {
    assertThat(read()).hasSize(1);
    return read().getFirst();
  }

  @Test
  void a_folder_and_its_archive_are_one_entry() throws Exception {
    var entry = MadeUpEntry.of("matmul", "A", "2").write(submissions.resolve("a"));
    Archive.pack(entry, submissions.resolve("b.zip"));
    assertThat(read()).extracting(BoardEntry::hash).hasSize(2);
    assertThat(read().getFirst().hash()).isEqualTo(read().getLast().hash());
    assertThat(submitted().getFirst().bytes())
        .as("packed alike, so the stored bytes are the same too")
        .isEqualTo(submitted().getLast().bytes());
  }

  /// Names of a zip's files, as systems write them, and what is around them.
  @ParameterizedTest
  @CsvSource({
    "'', '', NFC",
    "'', __MACOSX/src/._A.java .DS_Store src/.DS_Store src/._A.java Thumbs.db, NFC",
    "my entry/, __MACOSX/my entry/._src my entry/.DS_Store, NFC",
    "entry-1/, '', NFD",
  })
  void an_archive_of_another_system_is_the_same_entry(String around, String more, Form form)
      throws Exception {
    var entry = MadeUpEntry.of("matmul", "A", "2").write(folder.resolve("a"));
    Files.createDirectories(entry.resolve("src/gr\u00f6\u00dfe"));
    Files.writeString(
        entry.resolve("src/gr\u00f6\u00dfe/Gr\u00f6\u00dfe.java"), "class Gr\u00f6\u00dfe {}");
    var hash = EntryFiles.open(entry, folder.resolve("b"), LIMITS).hash("");
    var zip = submissions.resolve("a.zip");
    try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
      for (var file : Archive.files(entry).entrySet()) {
        out.putNextEntry(new ZipEntry(Normalizer.normalize(around + file.getKey(), form)));
        out.write(Files.readAllBytes(file.getValue()));
      }
      for (var other :
          more.isEmpty() ? new String[0] : more.replace("my entry", "my\tentry").split(" ")) {
        out.putNextEntry(new ZipEntry(other.replace('\t', ' ')));
        out.write(7);
      }
    }
    assertThat(one().problem()).isEmpty();
    assertThat(EntryFiles.open(zip, folder.resolve("c"), LIMITS).hash("")).isEqualTo(hash);
    Files.delete(zip);
    var inner = Files.createDirectories(submissions.resolve("d/" + around));
    for (var file : Archive.files(entry).entrySet()) {
      Files.createDirectories(inner.resolve(file.getKey()).getParent());
      Files.copy(file.getValue(), inner.resolve(file.getKey()));
    }
    Files.writeString(submissions.resolve("d/.DS_Store"), "");
    assertThat(EntryFiles.open(submissions.resolve("d"), folder.resolve("e"), LIMITS).hash(""))
        .isEqualTo(hash);
  }

  @Test
  void what_systems_add_counts_among_the_bytes_of_an_archive() throws Exception {
    try (var out = new ZipOutputStream(Files.newOutputStream(submissions.resolve("a.zip")))) {
      out.putNextEntry(new ZipEntry(".DS_Store"));
      out.write(new byte[200 << 10]);
    }
    assertThat(TestBoard.read(find(100, new ArrayList<>())).getFirst().entry().problem())
        .isEqualTo("an archive unpacks to no more than is allowed, got more");
  }

  @Test
  void blanks_of_a_manifest_are_not_kept() throws Exception {
    var entry = MadeUpEntry.of("matmul", "A", "2").write(submissions.resolve("a"));
    var file = entry.resolve("manifest.json");
    Files.writeString(file, Files.readString(file) + " ".repeat(100_000));
    assertThat(one().manifest()).hasSizeLessThan(10_000);
    assertThat(one().read()).isEqualTo(Manifest.read(Files.readString(file)));
  }

  @Test
  void another_manifest_is_another_entry() throws Exception {
    MadeUpEntry.of("matmul", "A", "2").write(submissions.resolve("a"));
    MadeUpEntry.of("matmul", "B", "2").write(submissions.resolve("b"));
    assertThat(read().getFirst().hash()).isNotEqualTo(read().getLast().hash());
  }

  @Test
  void the_order_is_that_of_names_with_numbers_as_numbers() throws Exception {
    for (var name : List.of("team-10", "team-9", "Team-1", "a2b10", "a2b9")) {
      MadeUpEntry.of("matmul", name, "2").write(submissions.resolve(name));
    }
    assertThat(read())
        .extracting(BoardEntry::source)
        .containsExactly("Team-1", "a2b9", "a2b10", "team-9", "team-10");
  }

  @Test
  void other_files_are_named_and_hidden_ones_left_out() throws Exception {
    Files.writeString(submissions.resolve("README.md"), "");
    Files.writeString(submissions.resolve(".DS_Store"), "");
    var ignored = new ArrayList<String>();
    assertThat(find(Intake.MOST, ignored)).isEmpty();
    assertThat(ignored).containsExactly("README.md");
  }

  @Test
  void nothing_is_read_before_its_turn() throws Exception {
    var entry = MadeUpEntry.of("matmul", "A", "2").write(submissions.resolve("a"));
    var unread = find(Intake.MOST, new ArrayList<>()).getFirst();
    Files.writeString(entry.resolve("src/late"), "x");
    assertThat(unread.read().entry().hash()).isEqualTo(one().hash());
  }

  @Test
  void what_is_too_large_is_not_kept() throws Exception {
    var entry = MadeUpEntry.of("matmul", "A", "2").write(submissions.resolve("a"));
    Files.write(entry.resolve("src/large"), new byte[100 << 10]);
    Archive.pack(entry, submissions.resolve("b.zip"));
    assertThat(TestBoard.read(find(200, new ArrayList<>())))
        .allMatch(e -> e.entry().problem().isEmpty() && e.bytes().length > 100 << 10);
    var refused = TestBoard.read(find(99, new ArrayList<>()));
    assertThat(refused)
        .extracting(e -> e.entry().problem())
        .containsExactly(
            "an entry has at most 99 KiB, got more",
            "an archive unpacks to no more than is allowed, got more");
    assertThat(refused).allMatch(e -> e.bytes().length == 0);
  }

  @Test
  void a_link_in_a_folder_is_refused_and_not_followed() throws Exception {
    var entry = MadeUpEntry.of("matmul", "A", "2").write(submissions.resolve("a"));
    var link = Files.createSymbolicLink(entry.resolve("secret"), Path.of("/etc/passwd"));
    assertThat(one().problem()).contains("link").contains("secret");
    assertThat(submitted().getFirst().bytes()).isEmpty();
    Files.delete(link);
  }

  @Test
  void a_link_beside_submissions_is_ignored() throws Exception {
    var link = Files.createSymbolicLink(submissions.resolve("a"), Path.of("/etc"));
    assertThat(read()).isEmpty();
    Files.delete(link);
  }

  @Test
  void an_archive_that_climbs_out_is_refused() throws Exception {
    try (var zip = new ZipOutputStream(Files.newOutputStream(submissions.resolve("slip.zip")))) {
      zip.putNextEntry(new ZipEntry("../../outside"));
      zip.write(1);
    }
    assertThat(one().problem()).contains("..");
    assertThat(folder.resolveSibling("outside")).doesNotExist();
  }

  @Test
  void what_is_no_archive_has_no_manifest_or_one_that_is_none_is_refused_by_name()
      throws Exception {
    Files.writeString(submissions.resolve("1.zip"), "no archive");
    Files.createDirectory(submissions.resolve("2"));
    Files.createDirectory(submissions.resolve("3"));
    Files.writeString(submissions.resolve("3/manifest.json"), "{\"team\": 7}");
    Files.createDirectory(submissions.resolve("4"));
    Files.write(submissions.resolve("4/manifest.json"), new byte[] {(byte) 0xff});
    assertThat(read()).extracting(BoardEntry::team).containsExactly("1.zip", "2", "3", "4");
    assertThat(read()).noneMatch(e -> e.problem().isEmpty());
    assertThat(read().get(1).problem()).contains("manifest.json");
    assertThat(read().get(3).problem()).contains("UTF-8");
  }

  @ParameterizedTest
  @CsvSource({
    "The Vеctor Lane, letters of one script", // a Cyrillic е
    "The\u200bVector Lane, characters that one sees",
    "The\u00a0Vector Lane, characters that one sees",
    "\u202eenaL, characters that one sees"
  })
  void a_teams_name_that_looks_like_anothers_is_refused(String name, String problem)
      throws Exception {
    MadeUpEntry.of("matmul", name, "2").write(submissions.resolve("a"));
    assertThat(one().problem()).contains(problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Größe 7", "Команда 7", "東京タワー", "La Niña & co.", "🚀 2"})
  void a_teams_name_may_be_of_any_one_script(String name) throws Exception {
    MadeUpEntry.of("matmul", name, "2").write(submissions.resolve("a"));
    assertThat(one().problem()).isEmpty();
  }

  @Test
  void wide_letters_and_ligatures_are_no_other_team() {
    assertThat(TeamName.key("Ｔｈｅ  ﬁne Lane")).isEqualTo(TeamName.key("the fine lane"));
  }

  @Test
  void an_archive_whose_stream_ends_too_early_is_refused_and_the_next_is_read() throws Exception {
    var zip = submissions.resolve("1.zip");
    try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("manifest.json"));
      out.write("{\"team\": \"A\"}".getBytes(UTF_8));
    }
    byte[] bytes = Files.readAllBytes(zip);
    byte[] stored = {0, -1, -1, 0, 0}; // a block of 65,535 bytes, which are not there
    System.arraycopy(stored, 0, bytes, 30 + "manifest.json".length(), stored.length);
    Files.write(zip, bytes);
    MadeUpEntry.of("matmul", "B", "2").write(submissions.resolve("2"));
    assertThat(read()).extracting(e -> e.problem().isEmpty()).containsExactly(false, true);
    assertThat(read().getFirst().problem()).startsWith("an archive can be read to its end");
  }

  @Test
  void a_manifest_that_would_make_a_page_of_megabytes_is_refused() throws Exception {
    var entry = MadeUpEntry.of("matmul", "A", "2").write(submissions.resolve("a"));
    var manifest = entry.resolve(Archive.MANIFEST);
    Files.writeString(manifest, Files.readString(manifest) + " ".repeat(2 << 20));
    assertThat(one().problem()).contains("a manifest has 1024 KiB at most, got 20");
  }

  @Test
  void what_may_not_be_read_is_refused_and_the_next_is_read() throws Exception {
    var closed = Files.writeString(submissions.resolve("1.zip"), "");
    var inner = Files.createDirectories(submissions.resolve("2/src"));
    var link = Files.createSymbolicLink(submissions.resolve("2/link"), Path.of("x"));
    Files.createDirectories(submissions.resolve("3/src"));
    MadeUpEntry.of("matmul", "A", "2").write(submissions.resolve("4"));
    var paths = List.of(closed, inner, submissions.resolve("3/src"));
    for (var path : paths) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("---------"));
    }
    try {
      assumeFalse(Files.isReadable(closed), "this user may read everything");
      assertThat(read())
          .extracting(e -> e.problem().isEmpty())
          .containsExactly(false, false, false, true);
      assertThat(read().getFirst().problem()).isEqualTo("an entry can be read, got " + closed);
    } finally {
      for (var path : paths) {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
      }
      Files.delete(link);
    }
  }

  @Test
  void control_characters_and_half_surrogates_of_a_name_are_gone() throws Exception {
    var entry =
        MadeUpEntry.of("matmul", "\u001b[31mred\u0000\u202eHALF", "2")
            .write(submissions.resolve("a"));
    var manifest = entry.resolve(Archive.MANIFEST);
    Files.writeString(manifest, Files.readString(manifest).replace("HALF", "\\ud800"));
    assertThat(one().team()).isEqualTo("�[31mred���");
  }
}
