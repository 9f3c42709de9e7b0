package tapeline.instructor.homework;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Selection;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.TestEvent;
import tapeline.grader.run.Workers;
import tapeline.instructor.sandbox.Bubblewrap;
import tapeline.instructor.sandbox.CompilerCell;
import tapeline.instructor.sandbox.GuardedProcess;
import tapeline.instructor.sandbox.Limits;

/// The archive that cells start from.
@Tag("slow")
@Execution(value = ExecutionMode.CONCURRENT, reason = "no clock decides anything here")
@ResourceLock("homework")
@ExtendWith(OneHomeworkClass.class)
@NullUnmarked // what is missing fails the test
@Needs(Need.BUBBLEWRAP)
class CellArchiveTest {
  @Test
  void cells_take_their_classes_from_it_and_cannot_change_it(HomeworkClass homework)
      throws Exception {
    homework.solvedButFirst();
    homework
        .fixture()
        .write(
            "01.1",
            """
            try {
              var cache = java.nio.file.Path.of("/archive/cells.aot");
              System.out.println("[size:" + (java.nio.file.Files.size(cache) >> 20 > 4) + "]");
              java.nio.file.Files.delete(cache);
            } catch (java.io.IOException e) {
              throw new IllegalStateException(e);
            }
            return 0;
            """);
    var result = homework.grade().get("01.1");
    assertThat(result.tests().getFirst().output()).contains("[size:true]");
    assertThat(result.firstProblem().text()).contains("Read-only file system");
    var kept = homework.course().target().resolve("sandbox");
    try (var all = Files.newDirectoryStream(kept, "archive-*")) {
      assertThat(all).as("one archive for one runner").hasSize(1);
    }
  }

  @ParameterizedTest(name = "with vectors: {0}")
  @ValueSource(booleans = {false, true})
  void cells_of_tests_start_from_it(boolean vectors, HomeworkClass homework) throws Exception {
    var course = homework.course();
    var part = Selection.of(course, "1").parts().getFirst();
    try (var place = WorkFolder.of(course);
        var trusted = new Workers(new Jvm(course, 1))) {
      int user = Bubblewrap.drawUser();
      var runtime = SealedRuntime.on(place.kept());
      var archive = CellArchive.of(place, runtime, user);
      assertThat(archive).isNotNull();
      var compilers = HostCompilers.here(place.kept());
      var site =
          new CellSetup(runtime, archive, place.sandbox(), user, compilers, place.data(course), 1);
      var plain = PreparedModule.of(course, part, Overlay.NONE, false, trusted, place.path());
      var prepared = withVectors(plain, vectors);
      var reference = trusted.testClassPath(course, part.module()).subList(2, 3);
      var cell = TestCell.cell(site, prepared, prepared.tests(), reference, null);
      var command = new ArrayList<>(cell.command());
      command.add(1, "-XX:AOTMode=on"); // an archive that does not fit ends the JVM
      var talk = new Conversation(List.of(ExerciseId.parse("01.1")), 20_000, Limits.HOMEWORK);
      var process = place.sandbox().process(cell.runs(command), Limits.HOMEWORK, user + 1);
      try (var running = new GuardedProcess(process, 60_000, GuardedProcess.ANY_OUTPUT)) {
        assertThat(talk.in(running, prepared.tests())).isNotEmpty().allMatch(TestEvent::passed);
      }
    }
  }

  private static PreparedModule withVectors(PreparedModule m, boolean vectors) {
    return new PreparedModule(
        m.tests(),
        m.hidden(),
        m.plan(),
        m.limits(),
        m.computesForLong(),
        vectors,
        m.kernels(),
        m.given());
  }

  @Test
  void compilers_start_from_it(HomeworkClass homework) throws Exception {
    try (var place = WorkFolder.of(homework.course())) {
      var runtime = SealedRuntime.on(place.kept());
      var archive = CellArchive.of(place, runtime, Bubblewrap.drawUser());
      assertThat(archive).isNotNull();
      var command = CompilerCell.command(place.sandbox(), runtime.runnerJar());
      command.addAll(1, CompilerCell.cacheFlags());
      command.add(1, "-XX:AOTMode=on"); // an archive that does not fit ends the JVM
      var cell =
          CompilerCell.cell(runtime.runnerJar(), command).reads(archive.folder(), "/archive");
      var process = place.sandbox().process(cell, Limits.HOMEWORK, Bubblewrap.drawUser());
      try (var running = new GuardedProcess(process, 60_000, GuardedProcess.ANY_OUTPUT)) {
        running.awaitReady(List.of(List.of("/runner.jar"), List.of("-proc:none")));
        var wire = running.wire();
        wire.send(List.of("A.java"));
        wire.send(List.of("class A {}"));
        assertThat(wire.receive()).startsWith("class", "A.class");
      }
    }
  }
}
