package tapeline.grader.update;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Git;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.WholeFolder;
import tapeline.grader.generate.Generate;

/// A course that is published, and its checkouts, in which learners work.
abstract class PublishedCourse {
  static final Path COUNT = Path.of("modules/01-count/src/main/java/count/Count.java");
  static final Path SOLUTION = Path.of("solutions/01-count/src/main/java/count/Count.java");
  static final Path BOOK = Path.of("notebooks/01-count.ipynb");
  static final String SUM =
      "    int mine = 0;\n    for (int v : values) mine += v;\n    return mine;\n";

  @TempDir Path folder;
  Path origin;

  @BeforeEach
  void publishACourse() throws IOException {
    origin = Files.createDirectories(folder.resolve("origin"));
    FixtureCourse.in(origin);
    WholeFolder.delete(origin.resolve("grader/target"));
    Files.createDirectories(origin.resolve("notebooks"));
    Files.writeString(origin.resolve(BOOK), notebook("What is a sum?", "", "null"));
    Files.writeString(origin.resolve(".gitignore"), "target/\n*.mine\n*.mine.*\nnotebooks/mine/\n");
    Generate.write(Course.at(origin));
    var git = new Git(origin);
    git.run("init", "--quiet", "--initial-branch=main");
    commit(origin, "the course");
  }

  static void commit(Path where, String what) {
    var git = new Git(where);
    git.run("config", "user.name", "A. Learner");
    git.run("config", "user.email", "learner@example.org");
    git.run("config", "commit.gpgsign", "false");
    git.run("add", "--all");
    git.run("commit", "--quiet", "-m", what);
  }

  Path checkout(String name) {
    new Git(folder).run("clone", "--quiet", origin.toString(), name);
    return folder.resolve(name);
  }

  static void answer(Path checkout, String exercise, String body) throws IOException {
    var file = checkout.resolve(COUNT);
    var source = MarkedSource.parse("Count", Files.readString(file));
    Files.writeString(file, source.with(Map.of(ExerciseId.parse(exercise), body)));
  }

  static void edit(Path file, String from, String to) throws IOException {
    var text = Files.readString(file);
    assertThat(text).contains(from);
    Files.writeString(file, text.replace(from, to));
  }

  /// A new stub for 01.3, a new method, another title of the notebook.
  void publishANewVersion() throws IOException {
    edit(
        origin.resolve(SOLUTION),
        "3 lines. Where does the search start?",
        "4 lines. Which number is first?");
    edit(
        origin.resolve(SOLUTION),
        "  public static double mean",
        "  public static int count(int[] values) {\n    return values.length;\n  }\n\n  public static double mean");
    edit(origin.resolve(BOOK), "What is a sum?", "What is a sum of numbers?");
    Generate.write(Course.at(origin));
    commit(origin, "a new version");
  }

  static String notebook(String text, String body, String count) {
    return """
    {
     "cells": [
      {
       "cell_type": "markdown",
       "metadata": {},
       "source": [
        "%s"
       ]
      },
      {
       "cell_type": "code",
       "execution_count": %s,
       "metadata": {},
       "outputs": [],
       "source": [
        "%%%%exercise 01.1"%s
       ]
      }
     ],
     "metadata": {},
     "nbformat": 4,
     "nbformat_minor": 5
    }
    """
        .formatted(text, count, body);
  }

  void learn(Path checkout) throws IOException {
    answer(checkout, "01.1", SUM);
    answer(checkout, "01.3", "    return java.util.Arrays.stream(values).max().getAsInt();\n");
    edit(
        checkout.resolve(COUNT),
        "package count;\n",
        "package count;\n\nimport java.util.Arrays;\n");
    Files.writeString(
        checkout.resolve(BOOK),
        notebook(
                "What is a sum?",
                ",\n    \"\\n\",\n    \"return 7;\"".replace("\"\\n\",\n    ", ""),
                "3")
            .replace("01.1\",", "01.1\\n\","));
  }
}
