package tapeline.grader.generate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import tapeline.grader.course.Course;

/// A course of one module with two exercises, written into a folder that a test may spoil.
record TestCourse(Path root) {
  static final String FLAT_TAPE = "src/main/java/tapeline/reuse/FlatTape.java";
  static final String SOLUTION = "solutions/03-tape-reuse/" + FLAT_TAPE;
  static final String LEARNERS = "modules/03-tape-reuse/" + FLAT_TAPE;
  static final String NOTEBOOK = "notebooks/03-tape-reuse.ipynb";

  static final String SOLVED =
      """
      package tapeline.reuse;

      class FlatTape {
        int record(int a, int b) {
          // BEGIN SOLUTION 03.1 "record" 10 points
          int slot = a * 31 + b;
          return slot;
          // STUB // TODO 03.1 — 2 lines. Which slot?
          // STUB throw new Todo("03.1", "record");
          // END SOLUTION
        }

        void backward() {
          // BEGIN SOLUTION 03.2 "backward" 20 points
          for (int i = size - 1; i >= 0; i--) pull(i);
          // STUB // TODO 03.2 — 1 line. Which way?
          // STUB throw new Todo("03.2", "backward");
          // END SOLUTION
        }
      }
      """;

  static final String STUBBED =
      """
      package tapeline.reuse;

      import tapeline.toolkit.Todo;

      class FlatTape {
        int record(int a, int b) {
          // BEGIN EXERCISE 03.1
          // TODO 03.1 — 2 lines. Which slot?
          throw new Todo("03.1", "record");
          // END EXERCISE 03.1
        }

        void backward() {
          // BEGIN EXERCISE 03.2
          // TODO 03.2 — 1 line. Which way?
          throw new Todo("03.2", "backward");
          // END EXERCISE 03.2
        }
      }
      """;

  static TestCourse in(Path root) {
    var course = new TestCourse(root);
    course.write("solutions/03-tape-reuse/pom.xml", "<project/>\n");
    course.write("solutions/03-tape-reuse/README.md", "# Tape\n\n<!-- exercises -->\n\nEnd.\n");
    course.write(SOLUTION, SOLVED);
    return course;
  }

  Course course() {
    return Course.at(root);
  }

  Path path(String name) {
    return root.resolve(name);
  }

  void write(String name, String text) {
    writeBytes(name, text.getBytes(StandardCharsets.UTF_8));
  }

  void writeBytes(String name, byte[] bytes) {
    try {
      Files.createDirectories(path(name).getParent());
      Files.write(path(name), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void edit(String name, String old, String replacement) {
    var text = text(name);
    if (!text.contains(old)) {
      throw new AssertionError(name + " has no " + old);
    }
    write(name, text.replace(old, replacement));
  }

  void delete(String name) {
    try {
      Files.delete(path(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean has(String name) {
    return Files.exists(path(name));
  }

  String text(String name) {
    return Course.read(path(name));
  }

  /// Every file of the course with its bytes, readable.
  Map<String, String> everything() {
    var all = new TreeMap<String, String>();
    for (var file : Course.files(root, _ -> true)) {
      try {
        all.put(
            Disk.name(root, file),
            new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return all;
  }
}
