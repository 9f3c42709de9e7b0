package tapeline.instructor.insight;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.progress.SharedProgress;
import tapeline.grader.result.Verdict;
import tapeline.grader.run.KnownMistakes;
import tapeline.instructor.gradebook.GradedClass;
import tapeline.instructor.insight.ExerciseInsight.Mistake;
import tech.tablesaw.api.DoubleColumn;

/// The counts of a class by module and exercise. A group smaller than [#FEWEST] is not broken down:
/// neither a module that fewer handed in, nor the mistakes of an exercise that fewer failed, nor a
/// time that fewer shared; mistakes that fewer made are counted together.
///
/// @param modules those that something is known of, by their numbers
record Insights(List<ModuleInsight> modules) {
  /// The size of the smallest group that is broken down.
  static final int FEWEST = 3;

  static final String OTHERS = "mistakes that fewer than three made";
  static final String UNKNOWN = "no known mistake";

  /// Counts graded hand-ins and shared progress. A module of which there are marks is counted by
  /// its hand-ins, any other by the progress. In marks of several modules a hand-in is one of those
  /// in which it has begun something, as the results do not tell what its archive had.
  ///
  /// @throws IllegalArgumentException when a module is in several of the classes, or the course has
  ///   none of an exercise
  static Insights of(Course course, List<GradedClass> graded, List<SharedProgress> shared) {
    var modules = new TreeMap<Integer, ModuleInsight>();
    for (var one : graded) {
      for (int number : one.exercises().stream().map(ExerciseId::module).distinct().toList()) {
        var module = course.module(number);
        var before = modules.put(number, handIns(course, module, one, shared));
        if (before != null) {
          throw new IllegalArgumentException(
              "a module is in one file of marks, got %s in several".formatted(module.name()));
        }
      }
    }
    for (var module : course.modules()) {
      if (!modules.containsKey(module.number())) {
        var works = works(module, shared);
        if (!works.isEmpty()) {
          var exercises = exercises(module.exercises(), works, shared);
          modules.put(
              module.number(), new ModuleInsight(module, true, works.size(), 0, 0, exercises));
        }
      }
    }
    return new Insights(List.copyOf(modules.values()));
  }

  private static ModuleInsight handIns(
      Course course, CourseModule module, GradedClass graded, List<SharedProgress> shared) {
    var asked = module.exercises().stream().filter(e -> graded.exercises().contains(e.id()));
    var works = new ArrayList<Map<ExerciseId, Answer>>();
    boolean alone = graded.exercises().stream().allMatch(e -> e.module() == module.number());
    for (var handIn : graded.handIns()) {
      var work = new HashMap<ExerciseId, Answer>();
      for (var found : handIn) {
        if (found.exercise().module() == module.number()) {
          work.put(found.exercise(), answer(course, module.exercise(found.exercise()), found));
        }
      }
      if (alone || work.values().stream().anyMatch(a -> !a.equals(Answer.NOT_STARTED))) {
        works.add(work);
      }
    }
    return new ModuleInsight(
        module,
        false,
        works.size(),
        graded.refused(),
        graded.missing(),
        exercises(asked.toList(), works, shared));
  }

  private static Answer answer(Course course, Exercise exercise, GradedClass.Finding found) {
    if (found.passed()) {
      return Answer.PASSED;
    }
    if (found.isNotStarted()) {
      return Answer.NOT_STARTED;
    }
    if (!found.mistake().isEmpty()) {
      var name = KnownMistakes.name(course, exercise, found.mistake());
      return Answer.failed(name.orElse(UNKNOWN), KnownMistakes.isGuess(found.mistake()));
    }
    boolean plain = found.verdict().equals(Verdict.FAILED.toString());
    return Answer.failed(plain ? UNKNOWN : found.verdict(), false);
  }

  private static List<Map<ExerciseId, Answer>> works(
      CourseModule module, List<SharedProgress> shared) {
    var works = new ArrayList<Map<ExerciseId, Answer>>();
    for (var one : shared) {
      var work = new HashMap<ExerciseId, Answer>();
      for (var e : module.exercises()) {
        var of = one.exercises().get(e.id().toString());
        if (of != null) {
          work.put(e.id(), of.passed() ? Answer.PASSED : Answer.failed(UNKNOWN, false));
        }
      }
      if (!work.isEmpty()) {
        works.add(work);
      }
    }
    return works;
  }

  private static List<ExerciseInsight> exercises(
      List<Exercise> asked, List<Map<ExerciseId, Answer>> works, List<SharedProgress> shared) {
    if (works.size() < FEWEST) {
      return List.of();
    }
    var stops = new HashMap<Exercise, Integer>();
    for (var work : works) {
      var stop = stop(asked, work);
      if (stop != null) {
        stops.merge(stop, 1, Integer::sum);
      }
    }
    return asked.stream()
        .map(e -> exercise(e, works, stops.getOrDefault(e, 0), minutes(e, shared)))
        .toList();
  }

  /// Returns the exercise at which a work ends: the one behind the last that passed; null where
  /// that is the module's last, and for a work that has not begun.
  private static @Nullable Exercise stop(List<Exercise> asked, Map<ExerciseId, Answer> work) {
    int behind = 0;
    for (int i = 0; i < asked.size(); i++) {
      if (state(work, asked.get(i)) == Answer.State.PASSED) {
        behind = i + 1;
      }
    }
    boolean began = asked.stream().anyMatch(e -> state(work, e) != Answer.State.NOT_STARTED);
    return began && behind < asked.size() ? asked.get(behind) : null;
  }

  private static Answer.State state(Map<ExerciseId, Answer> work, Exercise exercise) {
    return work.getOrDefault(exercise.id(), Answer.NOT_STARTED).state();
  }

  private static ExerciseInsight exercise(
      Exercise exercise, List<Map<ExerciseId, Answer>> works, int stopped, List<Long> minutes) {
    var counts = new HashMap<Answer.State, Integer>();
    var failed = new ArrayList<Answer>();
    for (var work : works) {
      var answer = work.getOrDefault(exercise.id(), Answer.NOT_STARTED);
      counts.merge(answer.state(), 1, Integer::sum);
      if (answer.state() == Answer.State.FAILED) {
        failed.add(answer);
      }
    }
    return new ExerciseInsight(
        exercise,
        counts.getOrDefault(Answer.State.NOT_STARTED, 0),
        failed.size(),
        counts.getOrDefault(Answer.State.PASSED, 0),
        stopped,
        mistakes(failed),
        median(minutes),
        minutes.size());
  }

  private static List<Mistake> mistakes(List<Answer> failed) {
    if (failed.size() < FEWEST) {
      return List.of();
    }
    var byName = new TreeMap<String, Mistake>();
    for (var answer : failed) {
      byName.merge(
          answer.mistake(),
          new Mistake(answer.mistake(), 1, answer.guessed() ? 1 : 0),
          Mistake::and);
    }
    var frequent = new ArrayList<Mistake>();
    var others = new Mistake(OTHERS, 0, 0);
    for (var mistake : byName.values()) {
      if (mistake.count() >= FEWEST) {
        frequent.add(mistake);
      } else {
        others = others.and(mistake);
      }
    }
    frequent.sort(Comparator.comparingInt(m -> -m.count()));
    if (others.count() > 0) {
      frequent.add(others);
    }
    return List.copyOf(frequent);
  }

  private static List<Long> minutes(Exercise exercise, List<SharedProgress> shared) {
    var known = new ArrayList<Long>();
    for (var one : shared) {
      var of = one.exercises().get(exercise.id().toString());
      if (of != null && of.minutes() != null) {
        known.add(of.minutes());
      }
    }
    return known;
  }

  private static OptionalLong median(List<Long> minutes) {
    return minutes.size() < FEWEST
        ? OptionalLong.empty()
        : OptionalLong.of(Math.round(DoubleColumn.create("minutes", minutes).median()));
  }

  /// Returns all exercises.
  List<ExerciseInsight> all() {
    return modules.stream().flatMap(m -> m.exercises().stream()).toList();
  }
}
