package tapeline.tests.given.competition;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.competition.Archive;
import tapeline.competition.ArchiveException;
import tapeline.competition.Event.EventLimits;
import tapeline.tests.AllocatedBytes;

class UnpackTest {
  private static final int KIB = 64;
  private static final EventLimits LIMITS = new EventLimits(5, 5, 256, 60, KIB);

  @TempDir Path temp = Path.of("");
  private Path out = Path.of("");
  private int archives;
  private String said = "";

  @BeforeEach
  void makesAFolder() throws IOException {
    Files.createDirectories(temp.resolve("all"));
  }

  /// `unpacked`, or `ArchiveException`, or what else was thrown; `said` has its message.
  private String unpack(byte[] zip) throws IOException {
    archives++;
    var file = temp.resolve(archives + ".zip");
    Files.write(file, zip);
    out = temp.resolve("all/" + archives);
    try {
      Archive.unpack(file, out, LIMITS);
      return "unpacked";
    } catch (ArchiveException e) {
      said = String.valueOf(e.getMessage());
      return "ArchiveException";
    } catch (IOException e) {
      return e.getClass().getSimpleName();
    }
  }

  private String unpack(RawZip zip) throws IOException {
    return unpack(zip.bytes());
  }

  /// The files below a folder that are no part of `except`, by their names.
  private static List<String> files(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (var walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile)
          .map(f -> folder.relativize(f).toString().replace('\\', '/'))
          .sorted()
          .toList();
    }
  }

  @Test
  void an_honest_archive_is_unpacked() throws IOException {
    var zip =
        new RawZip()
            .entry("src/", new byte[0], 0040755, false)
            .file("src/mine/Inner$A-1.java", "class A {}")
            .file("manifest.json", "{}")
            .file("data/.weights_2+3.bin", "01")
            .file("src/mine/Größe.java", "class Größe {}")
            .zeros("data/zeros", 1000);
    assertThat(unpack(zip)).as("what becomes of an honest archive").isEqualTo("unpacked");
    assertThat(files(out))
        .as("its files")
        .containsExactly(
            "data/.weights_2+3.bin",
            "data/zeros",
            "manifest.json",
            "src/mine/Größe.java",
            "src/mine/Inner$A-1.java");
    assertThat(Files.readString(out.resolve("src/mine/Inner$A-1.java")))
        .as("a file's content")
        .isEqualTo("class A {}");
  }

  @Test
  void nothing_is_written_outside() throws IOException {
    for (var name : List.of("../evil", "a/../../evil", "/tmp/tapeline-evil", "..", "a/..")) {
      assertThat(unpack(new RawZip().file("A.java", "class A {}").file(name, "boo")))
          .as("what becomes of an archive with a file \"" + name + "\"")
          .isEqualTo("ArchiveException");
    }
    assertThat(files(temp).stream().filter(f -> f.contains("evil")).toList())
        .as("files outside of the folder")
        .isEmpty();
  }

  @Test
  void the_paths_of_other_systems_are_refused() throws IOException {
    for (var name : List.of("..\\evil", "C:\\evil", "C:evil", "a\\b")) {
      assertThat(unpack(new RawZip().file(name, "boo")))
          .as("what becomes of an archive with a file \"" + name + "\"")
          .isEqualTo("ArchiveException");
    }
  }

  @Test
  void names_have_no_empty_parts_and_no_strange_letters() throws IOException {
    for (var name :
        List.of(
            "", "a//b", "./a", "a/./b", "a.", "a b", "a\nb", "a\n", "a\n/b", "a\u0000b", "a:b")) {
      assertThat(unpack(new RawZip().file(name, "boo")))
          .as("what becomes of a file \"%s\"", name.replaceAll("\\p{Cntrl}", "?"))
          .isEqualTo("ArchiveException");
    }
    assertThat(unpack(new RawZip().entry("/", new byte[0], 0040755, false)))
        .as("what becomes of a folder \"/\"")
        .isEqualTo("ArchiveException");
    assertThat(unpack(new RawZip().entry("a//", new byte[0], 0040755, false)))
        .as("what becomes of a folder \"a//\"")
        .isEqualTo("ArchiveException");
  }

  @Test
  void names_are_not_endless() throws IOException {
    assertThat(unpack(new RawZip().file("a".repeat(200), "x")))
        .as("what becomes of a name of 200 characters")
        .isEqualTo("unpacked");
    assertThat(unpack(new RawZip().file("a".repeat(201), "x")))
        .as("what becomes of a name of 201 characters")
        .isEqualTo("ArchiveException");
  }

  @Test
  void links_and_pipes_are_refused() throws IOException {
    assertThat(unpack(new RawZip().link("secrets", "/etc/passwd")))
        .as("what becomes of a link to /etc/passwd")
        .isEqualTo("ArchiveException");
    assertThat(said).as("the message for a link `secrets`: it names the entry").contains("secrets");
    assertThat(unpack(new RawZip().entry("pipe", new byte[0], RawZip.PIPE, false)))
        .as("what becomes of a pipe")
        .isEqualTo("ArchiveException");
  }

  @Test
  void a_name_is_there_once_in_any_letters() throws IOException {
    assertThat(unpack(new RawZip().file("src/A.java", "harmless").file("src/a.java", "harmful")))
        .as("what becomes of A.java and a.java, which are one file on some systems")
        .isEqualTo("ArchiveException");
    assertThat(unpack(new RawZip().file("A.java", "harmless").file("A.java", "harmful")))
        .as("what becomes of two files A.java: which one was checked, and which one is run?")
        .isEqualTo("ArchiveException");
    assertThat(said).as("the message for two files A.java: it names the entry").contains("A.java");
  }

  @Test
  void there_are_not_too_many() throws IOException {
    var zip = new RawZip();
    for (int i = 0; i < 500; i++) {
      zip.file("f" + i, "");
    }
    assertThat(unpack(zip)).as("what becomes of 500 files").isEqualTo("unpacked");
    assertThat(unpack(zip.file("f500", "")))
        .as("what becomes of 501 files")
        .isEqualTo("ArchiveException");
    assertThat(said).as("the message for 501 files: it says how many there are").contains("501");
  }

  @Test
  void a_bomb_does_not_go_off() throws IOException {
    assertThat(unpack(new RawZip().zeros("a", 4 << 20)))
        .as("what becomes of 4 KiB that unpack to 4 MiB, where 64 KiB are allowed")
        .isEqualTo("ArchiveException");
  }

  @Test
  void a_bomb_is_not_read_to_its_end() throws IOException {
    byte[] bomb = new RawZip().zeros("a", 16 << 20).bytes();
    long bytes =
        AllocatedBytes.perRun(
            3,
            () -> {
              try {
                unpack(bomb);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    assertThat(bytes)
        .as("bytes allocated by refusing 16 MiB where 64 KiB are allowed: the rest is not read")
        .isLessThan(4 << 20);
  }

  @Test
  void the_limit_itself_is_allowed() throws IOException {
    assertThat(unpack(new RawZip().zeros("a", KIB * 1024)))
        .as("what becomes of 65,536 bytes, where 64 KiB are allowed")
        .isEqualTo("unpacked");
    assertThat(Files.size(out.resolve("a"))).as("the size of what was unpacked").isEqualTo(65_536);
    var more = unpack(new RawZip().zeros("a", KIB * 1024 + 1));
    assertThat(more + (more.equals("unpacked") ? " to " + Files.size(out.resolve("a")) : ""))
        .as("what becomes of 65,537 bytes, where 64 KiB are allowed")
        .isEqualTo("ArchiveException");
  }

  @Test
  void many_that_are_small_are_large_together() throws IOException {
    var zip = new RawZip();
    for (int i = 0; i < 5; i++) {
      zip.zeros("f" + i, 15_000);
    }
    assertThat(unpack(zip))
        .as("what becomes of five files of 15,000 bytes, where 65,536 are allowed")
        .isEqualTo("ArchiveException");
  }

  @Test
  void nothing_is_written_of_what_is_refused() throws IOException {
    unpack(new RawZip().file("A.java", "class A {}").file("../evil", "boo"));
    assertThat(files(out)).as("files of an archive that was refused for its second").isEmpty();
    unpack(new RawZip().file("A.java", "class A {}").zeros("b", 1 << 20));
    assertThat(files(out)).as("files of an archive that was too large").isEmpty();
    assertThat(unpack(new RawZip().file("a", "x").file("a/b", "y")))
        .as("what becomes of a file a and a file a/b")
        .isEqualTo("ArchiveException");
    for (var text : List.of("", "no zip at all", "PK\u0003\u0004 and then nothing")) {
      assertThat(unpack(text.getBytes(StandardCharsets.UTF_8)))
          .as("what becomes of the text \"%s\"", text.replaceAll("\\p{Cntrl}", "?"))
          .isEqualTo("ArchiveException");
    }
    assertThat(unpack(new RawZip().file("A", "a").file("B", "b").unlisted()))
        .as("what becomes of an archive with a file that it does not list")
        .isEqualTo("ArchiveException");
  }
}
