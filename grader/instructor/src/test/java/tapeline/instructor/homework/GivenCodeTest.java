package tapeline.instructor.homework;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.grader.run.CompileError;
import tapeline.grader.run.Javac;
import tapeline.grader.run.Sources;

/// Texts whose classes have other given code than the course's, and answers whose classes have not.
class GivenCodeTest {
  private static final Path ROOT = FixtureCourse.projectRoot();
  private static final String AFFINE = "tapeline/quant/Affine.java";
  private static final String COUNT = "count/Count.java";

  @TempDir Path folder;

  /// The given code that is changed in a file of `course` with one text in place of another.
  private List<CompileError> changed(Course course, int number, String file, String from, String to)
      throws IOException {
    var module = course.module(number);
    var solution = course.solution(module).resolve("src/main/java").resolve(file);
    var reference = Files.createDirectories(folder.resolve("reference"));
    assertThat(compiled(solution, reference)).isEmpty();
    var own = folder.resolve("own").resolve(file);
    Files.createDirectories(own.getParent());
    var text = Files.readString(solution);
    assertThat(text).contains(from);
    Files.writeString(own, text.replace(from, to));
    var output = Files.createDirectories(folder.resolve("output"));
    assertThat(compiled(own, output)).isEmpty();
    return new GivenCode(course, module, List.of(reference)).changed(List.of(own), output);
  }

  private static List<String> compiled(Path file, Path output) {
    return Javac.compile(new Sources(List.of(file), new TreeMap<>()), List.of(), output);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "float from = Math.min(low, 0); | float from = low < 0 ? low : 0;",
        "/// The number of a code. | private static final int[] TABLE = {1, 2}; int helper(int k) {"
            + " return TABLE[k]; }",
        "private int nearest(float x) { | private int nearest(float x) {"
            + " java.util.function.IntUnaryOperator f = k -> k;",
        "private int nearest(float x) { | private int nearest(float x) { var o = new Object() {};",
        "/// The number of a code. | public String toString() { return null; }",
      })
  void an_answer_and_what_is_added_leave_it_alone(String from, String to) throws IOException {
    assertThat(changed(Course.at(ROOT), 17, AFFINE, from, to)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "double error = x - dequantize(quantize(x)); | double error = 0; | squaredError of Affine",
        "/// The number of a code. | private static final class Float { static final float"
            + " POSITIVE_INFINITY = 9, MIN_NORMAL = 1; static boolean isNaN(float x) { return"
            + " false; } } | quantize of Affine",
        "private int nearest(float x) { | public boolean equals(Object o) { return true; } private"
            + " int nearest(float x) { | equals of Affine",
      })
  void given_code_that_does_something_else_is_named(String from, String to, String says)
      throws IOException {
    assertThat(changed(Course.at(ROOT), 17, AFFINE, from, to))
        .extracting(CompileError::message)
        .anyMatch(m -> m.startsWith("given code is the course's, and " + says));
  }

  @ParameterizedTest
  @CsvSource({
    "public boolean equals(Object o) { return true; },equals",
    "protected Object clone() { return this; },clone",
  })
  void a_method_that_overrides_is_named(String method, String name) throws IOException {
    var small = Course.at(ROOT.resolve("grader/src/test/course"));
    var region = "int sum = 0;\n";
    assertThat(
            changed(
                small,
                1,
                COUNT,
                region,
                "return 0; } " + method + " static int more(int[] values) { " + region))
        .extracting(CompileError::message)
        .containsExactly(
            "a class of the course overrides what it does in the course, and Count has no "
                + name
                + " there");
  }
}
