package tapeline.book;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/// A course of three modules, as small as the book takes it.
record SmallCourse(Path root, Path executed, Path book) {

  static SmallCourse in(Path folder) throws IOException {
    var course =
        new SmallCourse(
            folder.resolve("course"), folder.resolve("executed"), folder.resolve("book"));
    Files.createDirectories(course.executed);
    course.write(
        "README.md",
        "# Tape\n\n**A course.**\n\n## More\n\n[map](modules/README.md), [work](CONTRIBUTING.md), [new](CHANGELOG.md)\n");
    course.write("CONTRIBUTING.md", "# Work\n\n[home](README.md), [licence](LICENSE)\n");
    course.write("LICENSE", "free\n");
    course.write("CHANGELOG.md", "# New\n");
    course.write("grader/laboratory/README.md", "# Laboratory\n");
    course.write("grader/laboratory/VALIDATION.md", "# How true\n");
    course.write("notebooks/README.md", "# Notebooks\n");
    course.write(
        "modules/README.md",
        """
        # The modules

        | Module | Builds on | Idea |
        |---|---|---|
        | **I: one part** | | |
        | [01 count](01-count) | – | counts |
        | [02 ask](02-ask) | 01 | asks |
        | [03 tell](03-tell) | 01, 02 | tells |
        """);
    course.module("01-count", "");
    course.module("02-ask", "01-count");
    course.module("03-tell", "01-count", "02-ask");
    return course;
  }

  private void module(String name, String... needs) throws IOException {
    var pom = new StringBuilder("<project><dependencies>");
    for (var n : needs) {
      pom.append("<artifactId>").append(n).append("</artifactId>");
    }
    write("solutions/" + name + "/pom.xml", pom + "</dependencies></project>");
    write("solutions/" + name + "/README.md", "# " + name + "\n");
    write("modules/" + name + "/README.md", "# " + name + "\n\n[code](src/main/java/A.java)\n");
    var id = name.substring(0, 2) + ".1";
    write(
        "solutions/" + name + "/src/main/java/A.java",
        """
        /// Counts things. Well.
        class A {
          int one() {
            // BEGIN SOLUTION %s "one" 100 points
            return 1;
            // STUB throw new Todo("%s", "one");
            // END SOLUTION
          }
        }
        """
            .formatted(id, id));
  }

  /// A notebook of a text and an exercise cell.
  void notebook(Path file, String text, String code, String outputs) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        """
        {"cells": [
          {"cell_type": "markdown", "source": ["%s"]},
          {"cell_type": "code", "source": "%%%%exercise 01.1\\n%s", "outputs": [%s]}]}
        """
            .formatted(text, code, outputs));
  }

  /// A notebook of these cells, a type and a source each; all of code have shown something.
  void cells(Path file, String... typesAndSources) throws IOException {
    var cells = new StringJoiner(", ");
    for (int i = 0; i < typesAndSources.length; i += 2) {
      cells.add(
          "{\"cell_type\": \"%s\", \"source\": \"%s\", \"outputs\": [{\"text\": \"shown\"}]}"
              .formatted(typesAndSources[i], typesAndSources[i + 1]));
    }
    Files.createDirectories(file.getParent());
    Files.writeString(file, "{\"cells\": [%s]}".formatted(cells));
  }

  Path write(String name, String text) throws IOException {
    var file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  List<String> make() throws IOException {
    return Book.write(root, executed, book, null);
  }

  Document page(String path) throws IOException {
    return Jsoup.parse(Files.readString(book.resolve(path)));
  }
}
