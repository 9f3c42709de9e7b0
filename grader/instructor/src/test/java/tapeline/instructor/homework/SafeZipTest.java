package tapeline.instructor.homework;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
    SafeZip.unpack(zip("a/b.txt", "c.txt"), to());
    assertThat(to().resolve("a/b.txt")).hasContent("a/b.txt");
    assertThat(to().resolve("c.txt")).hasContent("c.txt");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../out.txt", "a/../../out.txt", "/tmp/out.txt", "..\\out.txt", "C:\\out.txt"})
  void nothing_lands_outside_it(String name) throws Exception {
    var zip = zip("fine.txt", name);
    assertThatThrownBy(() -> SafeZip.unpack(zip, to()))
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
    assertThatThrownBy(() -> SafeZip.unpack(zip, to()))
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
    assertThatThrownBy(() -> SafeZip.unpack(zip, to()))
        .isInstanceOf(Refused.class)
        .hasMessage("unpacked, the archive has more than 64 MiB");
  }

  @Test
  void what_is_no_archive_is_refused() throws Exception {
    var broken =
        Files.writeString(folder.resolve("broken.zip"), "no archive at all, but long enough");
    assertThatThrownBy(() -> SafeZip.unpack(broken, to())).isInstanceOf(Refused.class);
    var zip = zip("a", "a/b");
    assertThatThrownBy(() -> SafeZip.unpack(zip, to())).isInstanceOf(Refused.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "modules/", "homework/modules/"})
  void modules_are_found_where_learners_put_them(String around) throws Exception {
    var zip = zip(around + "01-count/src/main/java/count/Count.java");
    assertThat(SubmissionFolder.find(zip, to(), Set.of("01-count")))
        .isEqualTo(to().resolve(around).normalize());
    assertThatThrownBy(
            () -> SubmissionFolder.find(zip, folder.resolve("other"), Set.of("02-ask", "03-x")))
        .isInstanceOf(Refused.class)
        .hasMessage("there is no folder called 02-ask or 03-x");
  }

  @Test
  void an_archive_in_a_folder_is_unpacked() throws Exception {
    var handedIn = Files.createDirectories(folder.resolve("Ada_1_assignsubmission_file_"));
    Files.move(zip("01-count/a.txt"), handedIn.resolve("homework.zip"));
    assertThat(SubmissionFolder.find(handedIn, to(), Set.of("01-count")).resolve("01-count/a.txt"))
        .exists();
  }
}
