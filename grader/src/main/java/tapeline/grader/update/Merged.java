package tapeline.grader.update;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.MarkerException;
import tapeline.grader.generate.ExerciseCells;

/// A file that a learner changed, and another version of what the learner was given, in one.
///
/// Answers stay, exercise by exercise; everything else is the other version's, with what the
/// learner changed outside of the exercises where both can be had.
///
/// @param text the file
/// @param kept the exercises whose answers are in it
/// @param notes what the learner should know, a line each
/// @param whole whether all of the learner's work is in it; otherwise the learner's version is to
///   be kept beside it
public record Merged(String text, List<ExerciseId> kept, List<String> notes, boolean whole) {

  /// Merges.
  ///
  /// @param name the file's path from the course's root
  /// @param base what the learner was given; empty for a file that the learner made
  /// @param own what the learner made of it
  /// @param next what is given from here on
  public static Merged of(String name, String base, String own, String next) {
    if (own.equals(base) || own.equals(next)) {
      return new Merged(next, List.of(), List.of(), true);
    }
    if (name.endsWith(".ipynb")) {
      return notebook(name, base, own, next);
    }
    var sources = Optional.<Sources>empty();
    try {
      sources = Optional.of(Sources.parse(name, base, own, next));
    } catch (MarkerException _) {
      // Without their markers, answers are lines like all others.
    }
    if (sources.isPresent() && sources.get().haveExercises()) {
      return sources.get().merged(name);
    }
    if (base.equals(next)) {
      return new Merged(own, List.of(), List.of(), true);
    }
    return Git.merged(base, own, next)
        .map(text -> new Merged(text, List.of(), List.of(), true))
        .orElseGet(() -> new Merged(next, List.of(), List.of(bothChanged(name)), false));
  }

  /// The other version's notebook with the learner's exercise cells, where these can be read; the
  /// whole one is kept beside it, with what was tried, and what came out.
  private static Merged notebook(String name, String base, String own, String next) {
    if (base.equals(next)) {
      return new Merged(own, List.of(), List.of(), true);
    }
    var given = ExerciseCells.of(name, base);
    SortedMap<ExerciseId, String> answers;
    try {
      answers = ExerciseCells.of(name, own).bodies();
    } catch (IllegalArgumentException e) {
      return unread(next, String.valueOf(e.getMessage()));
    }
    answers.entrySet().removeIf(a -> a.getValue().equals(given.bodies().get(a.getKey())));
    var note = name + ": the course's is new, and has your exercise cells";
    var text = ExerciseCells.of(name, next).with(answers);
    return new Merged(text, List.copyOf(answers.keySet()), List.of(note), false);
  }

  /// The other version's file, where the learner's cannot be merged.
  ///
  /// @param why names the file and what is wrong with it
  static Merged unread(String next, String why) {
    return new Merged(next, List.of(), List.of(why + ", and the course's stands there"), false);
  }

  private static String bothChanged(String name) {
    return name + ": you and the course changed the same lines, and the course's stand there";
  }

  private record Sources(MarkedSource base, MarkedSource own, MarkedSource next) {
    static Sources parse(String name, String base, String own, String next) {
      return new Sources(
          MarkedSource.parse(name, base),
          MarkedSource.parse(name, own),
          MarkedSource.parse(name, next));
    }

    /// Whether these are learners' files, and no solutions.
    boolean haveExercises() {
      return !next.regions().isEmpty() && next.regions().stream().allMatch(r -> r.stub().isEmpty());
    }

    Merged merged(String name) {
      var given = base.bodies();
      var wanted = next.bodies();
      var answers = new HashMap<ExerciseId, String>();
      var notes = new ArrayList<String>();
      boolean whole = true;
      for (var answer : own.bodies().entrySet()) {
        var id = answer.getKey();
        if (answer.getValue().equals(given.get(id))) {
          continue;
        }
        if (!wanted.containsKey(id)) {
          notes.add("%s is not in %s any more".formatted(id, name));
          whole = false;
          continue;
        }
        answers.put(id, answer.getValue());
        if (given.containsKey(id) && !wanted.get(id).equals(given.get(id))) {
          notes.add(
              "%s: what stood there before your answer reads otherwise; your answer stays, and resetting %s shows the new text"
                  .formatted(id, id));
        }
      }
      if (wanted.keySet().stream()
          .anyMatch(id -> given.containsKey(id) && !own.bodies().containsKey(id))) {
        notes.add(
            name
                + ": markers of exercises are missing, so your answers cannot be told from the rest");
        return new Merged(next.text(), List.of(), notes, false);
      }
      var outside = outside();
      if (outside.isEmpty()) {
        notes.add(bothChanged(name) + " outside of the exercises");
        whole = false;
      }
      var frame = outside.orElse(next);
      return new Merged(
          frame.with(fill(wanted, answers)),
          answers.keySet().stream().sorted().toList(),
          notes,
          whole);
    }

    private static Map<ExerciseId, String> fill(
        Map<ExerciseId, String> stubs, Map<ExerciseId, String> answers) {
      var bodies = new HashMap<>(stubs);
      bodies.putAll(answers);
      return bodies;
    }

    /// The text outside of the regions, from all three; empty where both changed the same lines.
    private Optional<MarkedSource> outside() {
      var from = empty(base);
      var mine = empty(own);
      var to = empty(next);
      if (mine.equals(from)) {
        return Optional.of(next);
      }
      var text = from.equals(to) ? Optional.of(mine) : Git.merged(from, mine, to);
      return text.flatMap(t -> {
        try {
          var source = MarkedSource.parse("merged", t);
          return source.bodies().keySet().equals(next.bodies().keySet())
              ? Optional.of(source)
              : Optional.empty();
        } catch (MarkerException _) {
          return Optional.empty();
        }
      });
    }

    private static String empty(MarkedSource source) {
      var bodies = new HashMap<>(source.bodies());
      bodies.replaceAll((_, _) -> "");
      return source.with(bodies);
    }
  }
}
