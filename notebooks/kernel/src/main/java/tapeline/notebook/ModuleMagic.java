package tapeline.notebook;

import java.util.List;
import java.util.stream.Collectors;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.generate.ExerciseFile;
import tapeline.notebook.CellClasses.Whose;
import tapeline.notebook.MagicOutput.Tone;

/// `%module 03`: cells use module 03 as the learner has it, and the reference below it. With `mine`
/// behind the number all of it is the learner's, with `reference` none.
record ModuleMagic(Classroom room) implements Magic {

  @Override
  public DisplayData run(List<String> arguments, String body) {
    var course = room.course();
    var module = room.module(course, "%module", arguments);
    var whose = whose(arguments);
    var result = room.classes().show(course, module, whose, _ -> false);
    var shown = new MagicOutput();
    if (result.shown()) {
      shown.line(Tone.PLAIN, status(course, module, whose));
      if (whose != Whose.REFERENCE) {
        shown.line(Tone.PLAIN, module.corePath());
      }
      result
          .takenOut()
          .keySet()
          .forEach(
              id -> shown.line(Tone.BAD, "%s does not compile: cells use its stub.".formatted(id)));
    } else {
      shown.line(Tone.BAD, failure(module, result.errors().isEmpty()));
    }
    CompileReport.add(shown, course, result.errors());
    shown.lost(result.lost());
    return shown.data();
  }

  private static Whose whose(List<String> arguments) {
    if (arguments.size() > 2) {
      throw new NotebookException("`%module` takes a number and one word, got " + arguments);
    }
    return switch (arguments.size() < 2 ? "" : arguments.get(1)) {
      case "" -> Whose.LEARNERS;
      case "mine" -> Whose.MINE;
      case "reference" -> Whose.REFERENCE;
      case String other ->
          throw new NotebookException(
              "Behind the number of a module stands `mine`, `reference` or nothing, got " + other);
    };
  }

  private String failure(CourseModule module, boolean compiles) {
    var current = room.classes().current();
    var used =
        current == null ? "no module yet" : "module %02d as before".formatted(current.module());
    return compiles
        ? "Cells use " + used + "."
        : "Your files of %s do not compile; cells use %s.".formatted(module.name(), used);
  }

  private static String status(Course course, CourseModule module, Whose whose) {
    if (whose == Whose.REFERENCE) {
      return "Cells use the reference solution of %s, and of the modules below it."
          .formatted(module.name());
    }
    var begun =
        module.exercises().stream().filter(e -> !ExerciseFile.isStub(course, e.id())).count();
    var below =
        course.modules().stream()
            .filter(m -> m.number() < module.number())
            .map(CourseModule::id)
            .collect(Collectors.joining(", "));
    return "Cells use %s from your files: %d of %d exercises begun%s."
        .formatted(
            module.name(),
            begun,
            module.exercises().size(),
            below.isEmpty()
                ? ""
                : "; %s %s".formatted(below, whose == Whose.MINE ? "too" : "by the reference"));
  }
}
