package tapeline.tests.given.competition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.HexFormat;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.competition.Archive;
import tapeline.competition.ArchiveException;

class PackTest {
  @TempDir Path temp = Path.of("");

  private static void write(Path folder, String name, String text) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /// With these files, written in this order.
  private Path folder(String name, String... namesAndTexts) throws IOException {
    var folder = Files.createDirectories(temp.resolve(name));
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      write(folder, namesAndTexts[i], namesAndTexts[i + 1]);
    }
    return folder;
  }

  private static String hash(String... namesAndTexts) throws IOException, NoSuchAlgorithmException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    for (var part : namesAndTexts) {
      byte[] text = part.getBytes(StandardCharsets.UTF_8);
      out.writeLong(text.length);
      out.write(text);
    }
    var sha = MessageDigest.getInstance("SHA-256");
    return HexFormat.of().formatHex(sha.digest(bytes.toByteArray()));
  }

  @Test
  void the_hash_is_over_names_and_contents_with_their_lengths()
      throws IOException, NoSuchAlgorithmException {
    var folder =
        folder("a", "src/mine/B.java", "class B {}", "data/é.txt".replace("é", "e"), "été");
    assertThat(Archive.hash(folder))
        .as("the hash of data/e.txt and src/mine/B.java")
        .isEqualTo(hash("data/e.txt", "été", "src/mine/B.java", "class B {}"));
  }

  @Test
  void names_are_in_the_order_of_their_code_units() throws IOException, NoSuchAlgorithmException {
    var folder = folder("a", "b", "1", "a/z", "2", "C", "3", "a.txt", "4");
    assertThat(Archive.hash(folder))
        .as("the hash of C, a.txt, a/z and b, in this order")
        .isEqualTo(hash("C", "3", "a.txt", "4", "a/z", "2", "b", "1"));
  }

  @Test
  void the_manifest_is_left_out_and_no_other_file() throws IOException, NoSuchAlgorithmException {
    var one = folder("one", "A.java", "class A {}", "manifest.json", "{}");
    var two = folder("two", "A.java", "class A {}", "manifest.json", "{\"codeHash\": \"…\"}");
    var three = folder("three", "A.java", "class A {}", "data/manifest.json", "{}");
    var four = folder("four", "A.java", "class A {}");
    assertThat(Archive.hash(two))
        .as("the hash with another manifest.json: it holds the hash, so it cannot be part of it")
        .isEqualTo(Archive.hash(one));
    assertThat(Archive.hash(three))
        .as("the hash with a data/manifest.json, which is a file like any other")
        .isNotEqualTo(Archive.hash(four));
    assertThat(Archive.hash(folder("five", "manifest.json", "{}", "src/A.java", "class A {}")))
        .as("the hash of src/A.java, which comes behind manifest.json")
        .isEqualTo(hash("src/A.java", "class A {}"));
    assertThat(Archive.hash(folder("six", "MANIFEST.JSON", "{}")))
        .as("the hash of MANIFEST.JSON, a file like any other")
        .isEqualTo(hash("MANIFEST.JSON", "{}"));
  }

  @Test
  void nothing_can_move_between_a_name_and_its_content() throws IOException {
    assertThat(Archive.hash(folder("one", "ab", "c")))
        .as("the hash of a file ab with the text c, and of a file a with the text bc")
        .isNotEqualTo(Archive.hash(folder("two", "a", "bc")));
    assertThat(Archive.hash(folder("three", "a", "x", "b", "y")))
        .as("the hash of a: x, b: y, and of a: xby")
        .isNotEqualTo(Archive.hash(folder("four", "a", "xby")));
  }

  @Test
  void the_archive_holds_the_files_and_the_manifest() throws IOException {
    var folder = folder("a", "src/B.java", "class B {}", "manifest.json", "{}", "empty", "");
    var zip = temp.resolve("a.zip");
    Archive.pack(folder, zip);
    try (var read = new ZipFile(zip.toFile())) {
      assertThat(read.stream().map(ZipEntry::getName).toList())
          .as("the entries of the archive, in order")
          .containsExactly("empty", "manifest.json", "src/B.java");
      try (var in = read.getInputStream(read.getEntry("src/B.java"))) {
        assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
            .as("what src/B.java holds")
            .isEqualTo("class B {}");
      }
    }
  }

  @Test
  void the_same_files_give_the_same_bytes() throws IOException {
    var one = folder("one", "x/A", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "B", "b", "c", "");
    var two = folder("two", "c", "", "B", "b", "x/A", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    Files.setLastModifiedTime(two.resolve("B"), FileTime.fromMillis(981_173_106_000L));
    Archive.pack(one, temp.resolve("one.zip"));
    Archive.pack(two, temp.resolve("two.zip"));
    assertThat(Files.mismatch(temp.resolve("one.zip"), temp.resolve("two.zip")) < 0)
        .as("archives of the same files, written in another order and years apart, are the same")
        .isTrue();
  }

  @Test
  void no_entry_has_a_date_or_depends_on_a_version_of_zlib() throws IOException {
    var zip = temp.resolve("a.zip");
    Archive.pack(folder("a", "A", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), zip);
    try (var read = new ZipFile(zip.toFile())) {
      var entry = read.entries().nextElement();
      assertThat(entry.getTimeLocal().equals(LocalDateTime.of(1980, 1, 1, 0, 0)))
          .as("an entry's date is 1980-01-01, today and tomorrow")
          .isTrue();
      assertThat(entry.getMethod()).as("an entry's method").isEqualTo(ZipEntry.STORED);
    }
  }

  @Test
  void an_archive_packs_neither_itself_nor_links() throws IOException {
    var folder = folder("a", "A", "a");
    var linked = folder("b", "A", "a");
    var link = Files.createSymbolicLink(linked.resolve("secrets"), Path.of("/etc/hostname"));
    assertThatThrownBy(
            () -> Archive.hash(linked), "the hash of a folder with a link to /etc/hostname")
        .isInstanceOf(ArchiveException.class);
    Files.delete(link); // JUnit warns of each that it finds
    assertThatThrownBy(
            () -> Archive.pack(folder, folder.resolve("b.zip")),
            "packing a folder into a file in it")
        .isInstanceOf(ArchiveException.class);
    assertThat(folder.resolve("b.zip")).as("the refused archive").doesNotExist();
  }
}
