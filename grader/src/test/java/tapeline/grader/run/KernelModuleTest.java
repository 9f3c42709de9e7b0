package tapeline.grader.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.grader.run.ProblemLine.line;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.check.Checks;
import tapeline.grader.course.Course;
import tapeline.grader.course.Front;
import tapeline.grader.generate.Reset;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Verdict;

/// A module whose exercises are kernels: files that are no Java, and lie beside the classes.
class KernelModuleTest {
  private static final String DOUBLE = "modules/03-kernel/src/main/resources/cuda/double.cu";

  private static FixtureCourse fixture;

  @BeforeAll
  static void copyTheCourse(@TempDir Path folder) throws IOException {
    fixture = FixtureCourse.withKernels(folder);
  }

  @BeforeEach
  void solveNothing() throws IOException {
    fixture.forget();
  }

  private static ExerciseResult graded(String exercise) {
    return FixtureCourse.of(fixture.grade(3), exercise);
  }

  private static String text(ExerciseResult result) {
    var problem = result.firstProblem();
    return problem == null ? "" : problem.text();
  }

  @Test
  void a_kernel_as_it_was_given_is_not_started_and_its_file_is_named() {
    var result = graded("03.1");
    assertThat(result.verdict()).as(text(result)).isEqualTo(Verdict.NOT_STARTED);
    assertThat(line(result.firstProblem()).toString()).isEqualTo(DOUBLE + ":4");
    assertThat(graded("03.2").verdict()).isEqualTo(Verdict.NOT_STARTED);
  }

  @Test
  void a_todo_that_was_left_beside_the_answer_is_spoken_of() throws IOException {
    assertThat(graded("03.1").note()).isNull();
    fixture.write("03.1", "times 2\n#error TODO 03.1 twice");
    var result = graded("03.1");
    assertThat(result.verdict()).as(text(result)).isEqualTo(Verdict.NOT_STARTED);
    assertThat(result.note()).contains("Todo still stands beside it: delete that line");
  }

  @Test
  void kernels_like_the_reference_pass_and_nothing_is_compiled() throws IOException {
    fixture.solve("03.1", "03.2");
    assertThat(given().sources().files()).isEmpty();
    assertThat(fixture.grade(3).passed()).as(text(graded("03.1"))).isTrue();
  }

  @Test
  void only_the_kernel_that_differs_lies_before_the_references() throws IOException {
    fixture.solve("03.2");
    fixture.write("03.1", "plus 0\ntimes 2");
    assertThat(given().isOnReference()).isTrue();
    assertThat(given().sources().others()).containsOnlyKeys("cuda/double.cu");
    assertThat(fixture.grade(3).passed()).as(text(graded("03.1"))).isTrue();
  }

  @Test
  void a_text_changed_outside_the_region_has_the_whole_module_taken() throws IOException {
    fixture.solve("03.1", "03.2");
    fixture.edit("03.2", "plus 0", "plus 4");
    assertThat(given().isOnReference()).isFalse();
    assertThat(given().sources().others()).containsOnlyKeys("cuda/chain.cu", "cuda/double.cu");
    var result = fixture.grade(3);
    assertThat(FixtureCourse.of(result, "03.1").verdict()).isEqualTo(Verdict.PASSED);
    assertThat(text(FixtureCourse.of(result, "03.2"))).contains("expected: 25", "but was: 29");
  }

  @Test
  void a_kernel_that_lost_its_markers_is_graded_as_it_is() throws IOException {
    fixture.solve("03.1", "03.2");
    fixture.edit("03.1", "// BEGIN EXERCISE 03.1\n", "");
    fixture.edit("03.1", "// END EXERCISE 03.1\n", "");
    assertThat(fixture.grade(3).passed()).isTrue();
  }

  @Test
  void a_wrong_kernel_fails_and_the_other_is_graded_beside_the_references() throws IOException {
    fixture.solve("03.2");
    fixture.write("03.1", "times 3");
    var result = fixture.grade(3);
    assertThat(FixtureCourse.of(result, "03.1").verdict()).isEqualTo(Verdict.FAILED);
    var chain = FixtureCourse.of(result, "03.2");
    assertThat(chain.verdict()).as(text(chain)).isEqualTo(Verdict.PASSED);
    assertThat(chain.note()).isEqualTo("graded with the other exercises solved");
  }

  @Test
  void a_kernel_that_does_not_compile_is_told_so_at_its_line() throws IOException {
    fixture.solve("03.2");
    fixture.write("03.1", "plus 0\nminus 2");
    var result = fixture.grade(3);
    var twice = FixtureCourse.of(result, "03.1");
    assertThat(twice.verdict()).isEqualTo(Verdict.DOES_NOT_COMPILE);
    assertThat(text(twice)).isEqualTo("double.cu:5: there is no word minus");
    assertThat(line(twice.firstProblem()).toString()).isEqualTo(DOUBLE + ":5");
    assertThat(line(twice.firstProblem()).code()).isEqualTo("minus 2");
    assertThat(FixtureCourse.of(result, "03.2").verdict())
        .as("it only calls the kernel that does not compile")
        .isEqualTo(Verdict.PASSED);
  }

  @Test
  void a_kernel_that_nothing_here_can_compile_is_not_called_wrong() throws IOException {
    fixture.write("03.1", "uncompiled");
    var result = graded("03.1");
    assertThat(result.verdict()).isEqualTo(Verdict.DOES_NOT_COMPILE);
    assertThat(text(result)).isEqualTo("double.cu needs a compiler, and there is none");
    assertThat(line(result.firstProblem()).toString()).isEqualTo(DOUBLE + ":4");
  }

  @Test
  void a_fault_in_a_kernel_points_at_its_line() throws IOException {
    fixture.write("03.1", "plus 0\ntimes 2000");
    var result = graded("03.1");
    assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(line(result.firstProblem()).toString()).isEqualTo(DOUBLE + ":5");
    assertThat(requireNonNull(result.firstProblem()).frames().getFirst())
        .isEqualTo("double (" + DOUBLE + ":5)");
  }

  @Test
  void the_learners_own_stack_has_its_own_kernels() throws IOException {
    fixture.solve("03.1", "03.2");
    assertThat(fixture.gradeStack(3).passed()).isTrue();
    fixture.write("03.1", "times 3");
    assertThat(fixture.gradeStack(3).passed()).isFalse();
  }

  @Test
  void a_program_in_this_process_gets_the_learners_kernels_beside_the_classes() throws IOException {
    fixture.write("03.1", "times 7");
    var course = fixture.course();
    var compiled = new Modules(course).learner(course.module(3), "cells-1");
    assertThat(compiled.compiled()).isTrue();
    var folder = compiled.folders().getFirst();
    assertThat(folder.resolve("cuda/double.cu")).content().contains("times 7");
    assertThat(compiled.folders()).anyMatch(f -> Files.exists(f.resolve("kernel/Kernels.class")));
  }

  @Test
  void a_file_that_is_gone_from_the_resources_is_gone_from_the_classes() throws IOException {
    var course = fixture.course();
    var module = course.module(3);
    var more = course.solution(module).resolve("src/main/resources/cuda/more.cu");
    Files.writeString(more, "plus 1\n");
    var classes = new Modules(course).reference(List.of(module)).getFirst();
    assertThat(classes.resolve("cuda/more.cu")).hasContent("plus 1");
    Files.writeString(more, "plus 12\n");
    new Modules(course).reference(List.of(module));
    assertThat(classes.resolve("cuda/more.cu")).hasContent("plus 12");
    Files.delete(more);
    new Modules(course).reference(List.of(module));
    assertThat(classes.resolve("cuda/more.cu")).doesNotExist();
    assertThat(classes.resolve("cuda/double.cu")).exists();
  }

  @Test
  void a_kernel_is_reset_to_its_stub() throws IOException {
    var stub = Files.readString(fixture.file("03.1"));
    fixture.solve("03.1");
    Reset.of(fixture.course(), "03.1", Front.MAVEN);
    assertThat(fixture.file("03.1")).hasContent(stub);
    assertThat(stub).contains("#error TODO 03.1 twice").doesNotContain("import", "times");
  }

  @Test
  @Needs(Need.CUDA)
  void stubs_solutions_and_mutants_are_checked_as_those_in_java(@TempDir Path folder)
      throws IOException {
    var course = FixtureCourse.withKernels(folder).course();
    var bytes = new ByteArrayOutputStream();
    try (var out = new PrintStream(bytes, true, UTF_8);
        var check = new Checks(course, List.of(course.module(3)), out)) {
      check.recordMutants();
      for (var group : List.of("stubs", "solutions", "mutants", "tests")) {
        assertThat(check.run(group)).as("%s: %s", group, bytes.toString(UTF_8)).isTrue();
      }
    }
    assertThat(Course.read(KnownMistakes.file(course, course.module(3))))
        .contains("03.1\tadds two\tKernelsTest.doubles\t");
  }

  private static Given given() {
    var course = fixture.course();
    var module = course.module(3);
    return Given.onReference(course, module, course.learner(module));
  }
}
