package tapeline.notebook;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.run.CompileError;
import tapeline.grader.run.Modules;
import tapeline.grader.run.Sources;

/// The classes that cells use: one module, and all below it.
final class CellClasses {
  private final Host host;
  private int versions;
  private @Nullable View current;

  CellClasses(Host host) {
    this.host = host;
  }

  /// The owner of the classes.
  enum Whose {
    /// The module as the learner has it, and the reference solutions below it.
    LEARNERS,
    /// This module and those below it as the learner has them.
    MINE,
    /// The reference solutions.
    REFERENCE
  }

  /// The classes that cells use: a module, whose it is, and a stamp of its sources.
  record View(int module, Whose whose, String stamp) {}

  /// The result of a request to use classes.
  ///
  /// @param shown whether cells use them now; where they do not, and there are no errors, the
  ///   kernel has refused
  /// @param lost the variables that lost their value by it
  /// @param errors of the compiler
  /// @param takenOut exercises whose stub cells use, because their code does not compile
  record Result(
      boolean shown,
      List<String> lost,
      List<CompileError> errors,
      Map<ExerciseId, CompileError> takenOut) {}

  /// The classes that cells use now; null when there are none yet.
  @Nullable View current() {
    return current;
  }

  /// Makes cells use `module`. When its files do not compile, or only without an exercise that is
  /// `needed`, cells go on with the version before, if there is one.
  Result show(Course course, CourseModule module, Whose whose, Predicate<ExerciseId> needed) {
    var view = new View(module.number(), whose, stamp(course, module));
    var before = current;
    if (view.equals(before)) {
      return new Result(true, List.of(), List.of(), Map.of());
    }
    var made = make(course, module, whose);
    boolean useful =
        before == null
            || before.module() != module.number()
            || made.takenOut.keySet().stream().noneMatch(needed);
    if (!made.compiled || !useful) {
      return new Result(false, List.of(), made.errors, made.takenOut);
    }
    var lost = host.showClasses(made.folders);
    if (lost == null) {
      return new Result(false, List.of(), made.errors, made.takenOut);
    }
    host.showSources(sources(course, module));
    // An exercise that has its stub only because it does not compile is tried again.
    current = made.errors.isEmpty() ? view : new View(module.number(), whose, "");
    return new Result(true, lost, made.errors, made.takenOut);
  }

  /// Class folders, the first on the class path first, and what was wrong with their sources.
  private static final class Made {
    final List<Path> folders = new ArrayList<>();
    final List<CompileError> errors = new ArrayList<>();
    final Map<ExerciseId, CompileError> takenOut = new LinkedHashMap<>();
    boolean compiled = true;

    void add(Modules.Compiled module) {
      folders.addAll(0, module.folders());
      errors.addAll(module.errors());
      takenOut.putAll(module.takenOut());
      compiled &= module.compiled();
    }
  }

  private Made make(Course course, CourseModule module, Whose whose) {
    var modules = new Modules(course);
    var below =
        course.modules().stream().filter(m -> m.number() < module.number()).toList().reversed();
    var version = "cells-" + versions++;
    var made = new Made();
    switch (whose) {
      case REFERENCE -> {
        made.folders.addAll(modules.reference(List.of(module)));
        made.folders.addAll(modules.reference(below));
      }
      case LEARNERS -> {
        made.add(modules.learner(module, version));
        made.folders.addAll(modules.reference(below));
      }
      case MINE -> {
        for (var m : below.reversed()) {
          made.add(modules.learnerOn(m, version, List.copyOf(made.folders)));
        }
        made.add(modules.learnerOn(module, version, List.copyOf(made.folders)));
      }
    }
    return made;
  }

  /// The sources that document what cells use.
  private static List<Path> sources(Course course, CourseModule module) {
    var folders = new ArrayList<Path>();
    course.given(module).forEach(given -> folders.add(given.java()));
    course.modules().stream()
        .filter(m -> m.number() <= module.number())
        .map(m -> course.learner(m).resolve("src/main/java"))
        .flatMap(main -> Stream.of(main, Course.givenBeside(main)))
        .filter(Files::isDirectory)
        .forEach(folders::add);
    return folders;
  }

  /// The sources, with their sizes and times.
  private static String stamp(Course course, CourseModule module) {
    var text = new StringBuilder();
    for (var m : course.modules()) {
      if (m.number() > module.number()) {
        continue;
      }
      for (var folder : List.of(course.learner(m), course.solution(m))) {
        for (var source : Sources.of(folder.resolve("src/main/java")).files()) {
          var file = source.toFile();
          text.append(source).append(' ').append(file.length()).append(' ');
          text.append(file.lastModified()).append('\n');
        }
      }
    }
    return text.toString();
  }
}
