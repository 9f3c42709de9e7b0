package tapeline.grader.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ReportsTest {
  @TempDir Path temp;

  @Test
  void writes_each_report_as_utf_8_and_leaves_nothing_else() throws IOException {
    var folder = temp.resolve("not/there/yet");
    var grades = Examples.everyVerdict();
    Reports.writeAll(grades, folder);
    Reports.writeAll(grades, folder);
    try (var files = Files.list(folder)) {
      assertThat(files.map(p -> p.getFileName().toString()).sorted())
          .as("files after two writings")
          .containsExactly("grades.html", "grades.json", "grades.xml");
    }
    assertThat(folder.resolve("grades.json")).hasContent(JsonReport.render(grades));
    assertThat(folder.resolve("grades.xml")).hasContent(JUnitXmlReport.render(grades));
    assertThat(folder.resolve("grades.html")).hasContent(HtmlReport.render(grades));
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows does not replace an open file")
  void replaces_a_file_by_another_instead_of_writing_into_it() throws IOException {
    var file = temp.resolve("grades.json");
    Files.writeString(file, "old");
    var before = Files.readAttributes(file, BasicFileAttributes.class);
    try (var reader = Files.newBufferedReader(file)) {
      Reports.write(file, "new");
      assertThat(reader.readLine()).as("who reads meanwhile reads the old file").isEqualTo("old");
    }
    assertThat(file).hasContent("new");
    var after = Files.readAttributes(file, BasicFileAttributes.class);
    if (before.fileKey() != null) {
      assertThat(after.fileKey()).as("the file itself").isNotEqualTo(before.fileKey());
    }
  }

  @Test
  void leaves_nothing_behind_when_a_file_cannot_be_replaced() throws IOException {
    var file = temp.resolve("grades.json");
    Files.createDirectories(file.resolve("a-folder-that-is-not-empty"));
    assertThatThrownBy(() -> Reports.write(file, "new"))
        .as("grades.json is a folder")
        .isInstanceOf(IOException.class);
    try (var files = Files.list(temp)) {
      assertThat(files).as("what is left").containsExactly(file);
    }
  }

  @Test
  void writes_halves_of_characters_too() throws IOException {
    var file = temp.resolve("grades.json");
    Reports.write(file, "a\ud800b");
    assertThat(file).as("a half has no bytes in UTF-8").hasContent("a?b");
  }
}
