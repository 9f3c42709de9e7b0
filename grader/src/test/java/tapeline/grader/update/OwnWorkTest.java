package tapeline.grader.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.grader.course.Course;
import tapeline.grader.course.Git;
import tapeline.grader.course.WholeFolder;
import tapeline.grader.generate.Generate;

/// A learner's work, exported to one file and imported from it.
class OwnWorkTest extends PublishedCourse {
  @Test
  void a_picture_is_exported_and_imported_byte_for_byte() throws IOException {
    byte[] picture = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 26, '\n', 0, 0, 0, 13};
    var name = "modules/01-count/notes.png";
    var checkout = checkout("picture");
    Files.write(checkout.resolve(name), picture);
    var zip = folder.resolve("work.zip");
    OwnWork.write(Course.at(checkout), zip);
    var other = checkout("other");
    assertThat(OwnWork.read(Course.at(other), zip)).contains(name);
    assertThat(other.resolve(name)).hasBinaryContent(picture);
  }

  @Test
  void an_export_leaves_out_what_no_import_takes() throws IOException {
    var checkout = checkout("odd");
    var module = checkout.resolve("modules/01-count");
    Files.writeString(module.resolve("a..b.txt"), "mine");
    Files.writeString(module.resolve("a\\b.txt"), "mine");
    Files.writeString(module.resolve("c.txt"), "mine");
    try (var large = new RandomAccessFile(module.resolve("large.txt").toFile(), "rw")) {
      large.setLength((64 << 20) + 1);
    }
    var zip = folder.resolve("odd.zip");
    assertThat(OwnWork.write(Course.at(checkout), zip))
        .filteredOn(line -> line.contains(" is left out: "))
        .extracting(line -> line.substring(0, line.indexOf(' ')))
        .containsExactly(
            "modules/01-count/a..b.txt", "modules/01-count/a\\b.txt", "modules/01-count/large.txt");
    assertThat(OwnWork.read(Course.at(checkout("elsewhere")), zip))
        .containsExactly("modules/01-count/c.txt", "1 files are imported from " + zip);
  }

  @Test
  void work_is_taken_to_a_newer_course_in_one_file() throws IOException {
    var checkout = checkout("binder");
    learn(checkout);
    Files.writeString(checkout.resolve("notebooks/.progress.json"), "{}");
    var zip = folder.resolve("work.zip");
    assertThat(OwnWork.write(Course.at(checkout), zip))
        .containsExactly(
            "" + COUNT, "notebooks/.progress.json", "" + BOOK, "3 files are in " + zip);
    publishANewVersion();
    var other = checkout("home");
    var said = OwnWork.read(Course.at(other), zip);
    assertThat(said)
        .contains("" + COUNT, "notebooks/.progress.json")
        .contains(
            BOOK
                + ": what stands there has your exercise cells; your version is notebooks/mine/01-count.ipynb");
    assertThat(Files.readString(other.resolve(COUNT)))
        .contains(SUM, "Arrays.stream(values).max()", "public static int count(int[] values)");
    assertThat(Files.readString(other.resolve(BOOK))).contains("sum of numbers?", "return 7;");
    var mine = other.resolve("notebooks/mine/01-count.ipynb");
    assertThat(mine).hasSameTextualContentAs(checkout.resolve(BOOK));
    assertThat(OwnWork.read(Course.at(other), zip))
        .as("a second import changes nothing")
        .doesNotContain("" + COUNT, "" + BOOK);
    assertThat(other.resolve("notebooks/mine/01-count.2.ipynb")).doesNotExist();
  }

  @Test
  void a_changed_file_that_the_course_has_moved_stands_beside_where_it_was() throws IOException {
    var was = "01-count/src/main/java/count/Limits.java";
    var solution = origin.resolve("solutions").resolve(was);
    Files.writeString(solution, "package count;\n\ninterface Limits {}\n");
    Generate.write(Course.at(origin));
    commit(origin, "a class more");
    var checkout = checkout("before");
    learn(checkout);
    var mine = Path.of("modules").resolve(was);
    edit(checkout.resolve(mine), "Limits {}", "Limits { int MINE = 1; }");
    var zip = folder.resolve("work.zip");
    OwnWork.write(Course.at(checkout), zip);
    var given = Path.of(was.replace("main", "given"));
    Files.createDirectories(origin.resolve("solutions").resolve(given).getParent());
    Files.move(solution, origin.resolve("solutions").resolve(given));
    Generate.write(Course.at(origin));
    commit(origin, "it is given");
    var other = checkout("after");
    var said = mine + " is no part of the course any more; your version is " + mine + ".mine";
    assertThat(OwnWork.read(Course.at(other), zip)).contains(said, "" + COUNT);
    assertThat(Update.of(Course.at(checkout))).contains(said);
    for (var course : List.of(other, checkout)) {
      assertThat(course.resolve(COUNT)).content().contains(SUM);
      assertThat(course.resolve(mine)).doesNotExist();
      assertThat(course.resolve(mine + ".mine")).content().contains("MINE");
      assertThat(course.resolve("modules").resolve(given)).exists();
    }
  }

  @ParameterizedTest
  @CsvSource({"own commits", "a fork", "no git"})
  void a_notebook_that_was_worked_on_is_exported_whatever_git_knows(String which)
      throws IOException {
    var checkout = checkout("committed");
    learn(checkout);
    commit(checkout, "my answers");
    var git = new Git(checkout);
    switch (which) {
      case "a fork" -> {
        git.run("branch", "pushed");
        git.run("branch", "--quiet", "--set-upstream-to=pushed");
      }
      case "no git" -> WholeFolder.delete(checkout.resolve(".git"));
      default -> {}
    }
    var zip = folder.resolve("work.zip");
    assertThat(OwnWork.write(Course.at(checkout), zip))
        .containsExactly("" + COUNT, "" + BOOK, "2 files are in " + zip);
    publishANewVersion();
    var other = checkout("home");
    OwnWork.read(Course.at(other), zip);
    assertThat(Files.readString(other.resolve(BOOK))).contains("sum of numbers?", "return 7;");
  }

  @Test
  void a_notebook_of_the_same_course_is_imported_with_what_came_out_of_it() throws IOException {
    var checkout = checkout("here");
    learn(checkout);
    var zip = folder.resolve("work.zip");
    OwnWork.write(Course.at(checkout), zip);
    var other = checkout("there");
    learn(other);
    edit(other.resolve(BOOK), "return 7;", "return 8;");
    var before = Files.readString(other.resolve(BOOK));
    assertThat(OwnWork.read(Course.at(other), zip))
        .contains("" + BOOK, BOOK + ": what stood here is notebooks/mine/01-count.ipynb");
    assertThat(other.resolve(BOOK)).hasSameTextualContentAs(checkout.resolve(BOOK));
    assertThat(other.resolve("notebooks/mine/01-count.ipynb")).hasContent(before);
  }

  @Test
  void a_text_saved_in_a_notebook_that_was_never_run_is_exported_and_kept() throws IOException {
    var checkout = checkout("text");
    edit(checkout.resolve(BOOK), "What is a sum?", "My own words.");
    var zip = folder.resolve("work.zip");
    assertThat(OwnWork.write(Course.at(checkout), zip)).contains("" + BOOK);
    var other = checkout("other");
    OwnWork.read(Course.at(other), zip);
    assertThat(other.resolve("notebooks/mine/01-count.ipynb"))
        .hasSameTextualContentAs(checkout.resolve(BOOK));
  }

  @Test
  void a_notebook_that_cannot_be_read_stands_beside_the_courses() throws IOException {
    var checkout = checkout("spoilt");
    Files.writeString(checkout.resolve(BOOK), "{");
    var zip = folder.resolve("work.zip");
    OwnWork.write(Course.at(checkout), zip);
    var other = checkout("other");
    assertThat(OwnWork.read(Course.at(other), zip))
        .contains(
            BOOK
                + ": it cannot be merged, as the text that yours was made from is not known, and the course's stands there;"
                + " your version is notebooks/mine/01-count.ipynb");
    assertThat(other.resolve("notebooks/mine/01-count.ipynb")).hasContent("{");
  }

  @Test
  void notebooks_of_any_name_and_what_was_kept_of_others_are_exported() throws IOException {
    var checkout = checkout("own");
    var names =
        List.of(
            "notebooks/mine/01-count.ipynb", "notebooks/mine/a/b.txt", "notebooks/Übung 1.2.ipynb");
    for (var name : names) {
      var file = checkout.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "{}");
    }
    Files.createDirectories(checkout.resolve("notebooks/.ipynb_checkpoints"));
    Files.writeString(checkout.resolve("notebooks/.ipynb_checkpoints/x.ipynb"), "{}");
    var zip = folder.resolve("own.zip");
    assertThat(OwnWork.write(Course.at(checkout), zip))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(names.stream(), Stream.of("3 files are in " + zip)).toList());
    var other = checkout("elsewhere");
    var kept = other.resolve(names.getFirst());
    Files.createDirectories(kept.getParent());
    Files.writeString(kept, "{\"kept\": 1}");
    assertThat(OwnWork.read(Course.at(other), zip))
        .contains(names.getFirst() + ": what stood here is notebooks/mine/01-count.2.ipynb");
    assertThat(other.resolve("notebooks/mine/01-count.2.ipynb")).hasContent("{\"kept\": 1}");
    assertThat(names).allSatisfy(name -> assertThat(other.resolve(name)).hasContent("{}"));
  }

  @Test
  void progress_is_merged() throws IOException {
    var passed =
        "{\"exercises\": {\"%s\": {\"best\": \"PASSED\", \"points\": 10, \"graded\": \"2026-11-21T12:00:00Z\"}}}";
    var checkout = checkout("one");
    Files.writeString(checkout.resolve("notebooks/.progress.json"), passed.formatted("01.1"));
    var zip = folder.resolve("work.zip");
    OwnWork.write(Course.at(checkout), zip);
    var other = checkout("two");
    Files.writeString(other.resolve("notebooks/.progress.json"), passed.formatted("01.2"));
    for (int again = 0; again < 2; again++) {
      assertThat(OwnWork.read(Course.at(other), zip)).hasSize(2 - again);
      assertThat(Files.readString(other.resolve("notebooks/.progress.json")))
          .contains("\"01.1\"", "\"01.2\"");
    }
  }

  @Test
  void no_other_file_is_imported_and_a_wrong_one_changes_nothing() throws IOException {
    var checkout = checkout("careful");
    var course = Course.at(checkout);
    var zip = folder.resolve("other.zip");
    assertThatThrownBy(() -> OwnWork.read(course, zip)).hasMessage("there is no file " + zip);
    Files.writeString(zip, "text");
    assertThatThrownBy(() -> OwnWork.read(course, zip)).hasMessageContaining(" is no export: ");
    for (var name :
        List.of(
            "pom.xml",
            "own/pom.xml",
            "own/modules/00-toolkit/src/main/java/tapeline/toolkit/Todo.java",
            "own/modules/01-count/../../pom.xml",
            "own/modules/01-count/src\\pom.xml",
            "x/" + COUNT)) {
      Files.write(zip, zipped(Map.of("own/" + COUNT, "class Mine {}", name, "")));
      assertThatThrownBy(() -> OwnWork.read(course, zip))
          .hasMessageContaining(
              "is no export: it holds files of modules and notebooks, got " + name);
    }
    var large = "x".repeat((64 << 20) + 1);
    Files.write(zip, zipped(Map.of("own/" + COUNT, "class Mine {}", "own/" + BOOK, large)));
    assertThatThrownBy(() -> OwnWork.read(course, zip))
        .hasMessageContaining("own/" + BOOK + " is larger than 67108864 bytes");
    assertThat(Files.readString(checkout.resolve(COUNT))).doesNotContain("Mine", "xxx");
  }

  private static byte[] zipped(Map<String, String> files) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      for (var file : new TreeMap<>(files).entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void an_export_has_its_folder_made_or_says_why_it_cannot_be_written() throws IOException {
    var course = Course.at(checkout("there"));
    var zip = folder.resolve("new").resolve("work.zip");
    assertThat(OwnWork.write(course, zip)).containsExactly("0 files are in " + zip);
    assertThat(OwnWork.read(course, zip)).containsExactly("0 files are imported from " + zip);
    assertThatThrownBy(() -> OwnWork.write(course, zip.resolve("work.zip")))
        .hasMessage("cannot write " + zip.resolve("work.zip"));
  }
}
