package tapeline.instructor.homework;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafeZipTest {
  @TempDir Path folder;

  private Path zip(String... names) throws IOException {
    var zip = folder.resolve("made.zip");
    try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
      for (var name : names) {
        out.putNextEntry(new ZipEntry(name));
        out.write(name.getBytes(UTF_8));
        out.closeEntry();
      }
    }
    return zip;
  }

  private Path to() {
    return folder.resolve("to");
  }

  @Test
  void files_land_in_the_folder() throws Exception {
    new SafeZip().unpack(zip("a/b.txt", "c.txt"), to());
    assertThat(to().resolve("a/b.txt")).hasContent("a/b.txt");
    assertThat(to().resolve("c.txt")).hasContent("c.txt");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../out.txt", "a/../../out.txt", "/tmp/out.txt", "..\\out.txt", "C:\\out.txt"})
  void nothing_lands_outside_it(String name) throws Exception {
    var zip = zip("fine.txt", name);
    assertThatThrownBy(() -> new SafeZip().unpack(zip, to()))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("an entry's path leaves the archive");
    assertThat(folder.resolve("out.txt")).doesNotExist();
  }

  @Test
  void a_link_is_refused() throws Exception {
    var zip = zip("link");
    var bytes = ByteBuffer.wrap(Files.readAllBytes(zip)).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < bytes.limit() - 46; i++) {
      if (bytes.getInt(i) == 0x02014b50) {
        bytes.putInt(i + 38, 0xA1FF << 16); // the mode of a symbolic link
      }
    }
    Files.write(zip, bytes.array());
    assertThatThrownBy(() -> new SafeZip().unpack(zip, to()))
        .isInstanceOf(Refused.class)
        .hasMessage("an entry of the archive is a link or a device: link");
  }

  @Test
  void what_swells_without_end_is_refused() throws Exception {
    var zip = folder.resolve("bomb.zip");
    try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("zeros"));
      for (int i = 0; i < 80; i++) {
        out.write(new byte[1 << 20]);
      }
    }
    assertThat(zip.toFile().length()).isLessThan(1 << 20);
    assertThatThrownBy(() -> new SafeZip().unpack(zip, to()))
        .isInstanceOf(Refused.class)
        .hasMessage("unpacked, the archive has more than 64 MiB");
  }

  @Test
  void what_is_no_archive_is_refused() throws Exception {
    var broken =
        Files.writeString(folder.resolve("broken.zip"), "no archive at all, but long enough");
    assertThatThrownBy(() -> new SafeZip().unpack(broken, to())).isInstanceOf(Refused.class);
    var zip = zip("a", "a/b");
    assertThatThrownBy(() -> new SafeZip().unpack(zip, to())).isInstanceOf(Refused.class);
  }

  @ParameterizedTest
  @CsvSource({
    "src/A.java, src/a.java, src/A.java and src/a.java",
    "src, SRC/a.java, src and SRC",
    "SRC/a.java, src, SRC and src",
    "src/a.java, SRC/b.java, src and SRC",
    "e\u0301.java, \u00e9.java, e?.java and \u00e9.java",
    "src, src./a.java, src and src.",
  })
  void names_that_not_every_disk_tells_apart_are_refused(String one, String other, String named)
      throws Exception {
    var zip = zip(one, other);
    assertThatThrownBy(() -> new SafeZip().unpack(zip, to()))
        .isInstanceOf(Refused.class)
        .hasMessage("two names in the archive are one on some disks: " + named);
  }

  @Test
  void a_stream_that_ends_too_early_is_refused() throws Exception {
    var zip = zip("a");
    var bytes = ByteBuffer.wrap(Files.readAllBytes(zip)).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < bytes.limit() - 46; i++) {
      if (bytes.getInt(i) == 0x02014b50) {
        bytes.putInt(i + 20, 1); // of its compressed bytes
        bytes.putInt(i + 24, 1_000); // and more when unpacked
      }
    }
    Files.write(zip, bytes.array());
    assertThatThrownBy(() -> new SafeZip().unpack(zip, to()))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("the archive is broken");
  }

  @Test
  void archives_in_an_archive_have_its_limits_together() throws Exception {
    var zip = folder.resolve("many.zip");
    try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
      for (int i = 0; i < 3; i++) {
        out.putNextEntry(new ZipEntry(i + ".zip"));
        var inner = new ZipOutputStream(out);
        inner.putNextEntry(new ZipEntry("zeros"));
        for (int k = 0; k < 30; k++) {
          inner.write(new byte[1 << 20]);
        }
        inner.finish();
      }
    }
    assertThatThrownBy(() -> SubmissionFolder.find(List.of(zip), to(), Set.of("01-count")))
        .isInstanceOf(Refused.class)
        .hasMessage("unpacked, the archive has more than 64 MiB");
  }

  @Test
  void folders_that_files_lie_in_count() throws Exception {
    var zip = folder.resolve("deep.zip");
    try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
      for (int i = 0; i < 60; i++) {
        out.putNextEntry(new ZipEntry(i + "/a".repeat(100) + "/x"));
      }
    }
    assertThatThrownBy(
            () -> new SafeZip().unpack(zip, Files.createDirectory(folder.resolve("out"))))
        .isInstanceOf(Refused.class)
        .hasMessage("the archive has more than 5,000 files and folders");
  }

  @Test
  void a_name_that_no_file_system_has_is_refused_as_one() throws Exception {
    var zip = zip("ä".repeat(150));
    assertThatThrownBy(() -> new SafeZip().unpack(zip, to()))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("a name in the archive has more than 255 bytes");
  }

  @Test
  void modules_that_lie_in_two_places_are_refused() throws Exception {
    var old = Files.move(zip("old/01-count/a.txt"), folder.resolve("old.zip"));
    var latest = zip("new/01-count/a.txt");
    assertThatThrownBy(() -> SubmissionFolder.find(List.of(old, latest), to(), Set.of("01-count")))
        .isInstanceOf(Refused.class)
        .hasMessage("modules lie in several places: made.zip/new, old.zip/old");
  }

  @Test
  void of_a_whole_repository_the_modules_are_taken() throws Exception {
    var zip =
        zip(
            "solutions/01-count/reference.txt",
            "grader/tests/01-count/test.txt",
            "__MACOSX/01-count/._a.txt",
            "modules/01-count/a.txt");
    assertThat(
            SubmissionFolder.find(List.of(zip), to(), Set.of("01-count")).resolve("01-count/a.txt"))
        .exists();
  }

  @Test
  void what_is_no_zip_is_refused_by_name() throws Exception {
    var tar = Files.writeString(folder.resolve("ada.tar.gz"), "");
    assertThatThrownBy(() -> SubmissionFolder.find(List.of(tar), to(), Set.of("01-count")))
        .isInstanceOf(Refused.class)
        .hasMessage("a submission is a zip, got ada.tar.gz");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "modules/", "homework/modules/"})
  void modules_are_found_where_learners_put_them(String around) throws Exception {
    var zip = zip(around + "01-count/src/main/java/count/Count.java");
    assertThat(
            SubmissionFolder.find(List.of(zip), to(), Set.of("01-count"))
                .resolve("01-count/src/main/java/count/Count.java"))
        .exists();
    assertThatThrownBy(() ->
            SubmissionFolder.find(List.of(zip), folder.resolve("other"), Set.of("02-ask", "03-x")))
        .isInstanceOf(Refused.class)
        .hasMessage("there is no folder called 02-ask or 03-x");
  }

  @Test
  void an_archive_in_a_folder_is_unpacked() throws Exception {
    var handedIn = Files.createDirectories(folder.resolve("Ada_1_assignsubmission_file_"));
    Files.move(zip("01-count/a.txt"), handedIn.resolve("homework.zip"));
    assertThat(
            SubmissionFolder.find(List.of(handedIn), to(), Set.of("01-count"))
                .resolve("01-count/a.txt"))
        .exists();
  }
}
