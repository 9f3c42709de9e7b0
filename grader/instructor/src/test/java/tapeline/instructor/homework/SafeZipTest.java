package tapeline.instructor.homework;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
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
    try (var out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(zip)))) {
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
    new SafeZip(_ -> true).unpack(zip("a/b.txt", "c.txt"), to());
    assertThat(to().resolve("a/b.txt")).hasContent("a/b.txt");
    assertThat(to().resolve("c.txt")).hasContent("c.txt");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../out.txt", "a/../../out.txt", "/tmp/out.txt", "..\\out.txt", "C:\\out.txt"})
  void nothing_lands_outside_it(String name) throws Exception {
    var zip = zip("fine.txt", name);
    assertThatThrownBy(() -> new SafeZip(_ -> true).unpack(zip, to()))
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
    assertThatThrownBy(() -> new SafeZip(_ -> true).unpack(zip, to()))
        .isInstanceOf(Refused.class)
        .hasMessage("an entry of the archive is a link or a device: link");
    new SafeZip(_ -> false).unpack(zip, to());
    assertThat(to()).as("a link that is not unpacked, of a virtual environment").doesNotExist();
  }

  @Test
  void what_swells_without_end_is_refused() throws Exception {
    var zip = folder.resolve("bomb.zip");
    try (var out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(zip)))) {
      out.putNextEntry(new ZipEntry("zeros"));
      for (int i = 0; i < 80; i++) {
        out.write(new byte[1 << 20]);
      }
    }
    assertThat(zip.toFile().length()).isLessThan(1 << 20);
    assertThatThrownBy(() -> new SafeZip(_ -> true).unpack(zip, to()))
        .isInstanceOf(Refused.class)
        .hasMessage("unpacked, the archive has more than 64 MiB");
  }

  @Test
  void what_is_no_archive_is_refused() throws Exception {
    var broken =
        Files.writeString(folder.resolve("broken.zip"), "no archive at all, but long enough");
    assertThatThrownBy(() -> new SafeZip(_ -> true).unpack(broken, to()))
        .isInstanceOf(Refused.class);
    var zip = zip("a", "a/b");
    assertThatThrownBy(() -> new SafeZip(_ -> true).unpack(zip, to())).isInstanceOf(Refused.class);
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
    assertThatThrownBy(() -> new SafeZip(_ -> true).unpack(zip, to()))
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
    assertThatThrownBy(() -> new SafeZip(_ -> true).unpack(zip, to()))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("the archive is broken");
  }

  @Test
  void folders_that_files_lie_in_count() throws Exception {
    var zip = folder.resolve("deep.zip");
    try (var out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(zip)))) {
      for (int i = 0; i < 60; i++) {
        out.putNextEntry(new ZipEntry(i + "/a".repeat(100) + "/x"));
      }
    }
    assertThatThrownBy(
            () -> new SafeZip(_ -> true).unpack(zip, Files.createDirectory(folder.resolve("out"))))
        .isInstanceOf(Refused.class)
        .hasMessage("the archive has more than 5,000 files and folders");
  }

  @Test
  void a_name_that_no_file_system_has_is_refused_as_one() throws Exception {
    var zip = zip("ä".repeat(150));
    assertThatThrownBy(() -> new SafeZip(_ -> true).unpack(zip, to()))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("a name in the archive has more than 255 bytes");
  }
}
