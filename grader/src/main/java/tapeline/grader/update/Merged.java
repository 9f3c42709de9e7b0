package tapeline.grader.update;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Imports;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.generate.Disk;
import tapeline.grader.generate.ExerciseCells;

/// A file that a learner changed, and another version of what the learner was given, in one.
///
/// Answers stay, exercise by exercise, with the imports that they need. What the learner changed
/// outside of them stays where the other version has the same text there, and is the other
/// version's elsewhere.
///
/// @param text the file; empty for the other version as it is
/// @param kept the exercises whose answers are in it
/// @param notes what the learner should know, a line each
/// @param whole whether all of the learner's work is in it; otherwise the learner's version is to
///   be kept beside it
record Merged(Optional<String> text, List<ExerciseId> kept, List<String> notes, boolean whole) {

  /// Merges.
  ///
  /// @param name the file's path from the course's root
  /// @param base what the learner was given; empty for a file that the learner made
  /// @param own what the learner made of it
  /// @param next what is given from here on
  static Merged of(String name, byte[] base, byte[] own, byte[] next) {
    try {
      var texts = new ArrayList<String>();
      for (var bytes : List.of(base, own, next)) {
        texts.add(
            Disk.utf8(Disk.normal(bytes))
                .orElseThrow(
                    () -> new IllegalArgumentException(name + ": it is no text in UTF-8")));
      }
      return of(name, texts.get(0), texts.get(1), texts.get(2));
    } catch (IllegalArgumentException e) {
      return next(String.valueOf(e.getMessage()));
    }
  }

  private static Merged of(String name, String base, String own, String next) {
    if (own.equals(next) || base.equals(next)) {
      return new Merged(Optional.of(own), List.of(), List.of(), true);
    }
    var from = Answered.of(name, base);
    var to = Answered.of(name, next);
    return from.bodies.isEmpty() && to.bodies.isEmpty()
        ? next("%s: you and the course changed it".formatted(name))
        : merged(name, from, Answered.of(name, own), to);
  }

  /// Returns the other version, beside which the learner's is kept; `why` names the file.
  static Merged next(String why) {
    return new Merged(
        Optional.empty(), List.of(), List.of(why + ", and the course's stands there"), false);
  }

  /// Returns nothing of a file that the other version has not.
  static Merged gone(String name) {
    return new Merged(
        Optional.empty(), List.of(), List.of(name + " is no part of the course any more"), false);
  }

  private static Merged merged(String name, Answered base, Answered own, Answered next) {
    var lost = new TreeMap<>(next.bodies);
    lost.keySet().retainAll(base.bodies.keySet());
    lost.keySet().removeAll(own.bodies.keySet());
    if (!lost.isEmpty() && !own.isNotebook()) {
      return next(
          "%s: markers of %s are missing, so your answers cannot be told from the rest"
              .formatted(name, lost.keySet()));
    }
    var answers = new TreeMap<>(own.bodies);
    answers.entrySet().removeIf(a -> a.getValue().equals(base.bodies.get(a.getKey())));
    var gone = new TreeMap<>(answers);
    gone.keySet().removeAll(next.bodies.keySet());
    answers.keySet().removeAll(gone.keySet());
    var notes = new ArrayList<String>();
    gone.keySet().stream()
        .map(id ->
            "%s is no exercise of %s any more, and the course's code stands there"
                .formatted(id, name))
        .forEach(notes::add);
    boolean same = own.outside().equals(base.outside());
    boolean stays = !same && next.outside().equals(base.outside());
    var text = (stays ? own : next).with(next.bodies, answers, stays ? next : own);
    boolean whole = (gone.isEmpty() && (same || stays)) || text.equals(own.text);
    if (!whole && gone.isEmpty()) {
      notes.add(
          "%s: you and the course changed it outside of your answers, and the course's stands there"
              .formatted(name));
    }
    answers.keySet().stream()
        .filter(id -> !next.isNotebook() && base.bodies.containsKey(id))
        .filter(id -> !Objects.equals(next.bodies.get(id), base.bodies.get(id)))
        .filter(id -> !Objects.equals(next.bodies.get(id), answers.get(id)))
        .map(
            "%1$s: what stood there before your answer reads otherwise; your answer stays, and resetting %1$s shows the new text"
                ::formatted)
        .forEach(notes::add);
    return new Merged(Optional.of(text), List.copyOf(answers.keySet()), notes, whole);
  }

  /// A text with an answer or a stub for each exercise: a learner's source with marked regions, or
  /// a notebook with exercise cells.
  ///
  /// @param fill the text with other bodies
  private record Answered(
      String name,
      String text,
      SortedMap<ExerciseId, String> bodies,
      Function<Map<ExerciseId, String>, String> fill) {

    /// @throws IllegalArgumentException when its markers or its JSON are malformed
    static Answered of(String name, String text) {
      if (name.endsWith(".ipynb")) {
        var cells = ExerciseCells.of(name, text);
        return new Answered(name, text, cells.bodies(), cells::with);
      }
      var source = MarkedSource.parse(name, text);
      boolean solution = source.regions().stream().anyMatch(r -> !r.stub().isEmpty());
      return new Answered(
          name, text, new TreeMap<>(solution ? Map.of() : source.bodies()), source::with);
    }

    boolean isNotebook() {
      return name.endsWith(".ipynb");
    }

    /// The text without what is in the regions; of Java without imports and blank lines.
    String outside() {
      var empty = new HashMap<>(bodies);
      empty.replaceAll((_, _) -> "");
      var text = fill.apply(empty);
      return name.endsWith(".java")
          ? text.lines()
              .filter(line -> !line.isBlank() && !line.startsWith("import "))
              .collect(Collectors.joining("\n"))
          : text;
    }

    /// Fills in the stubs, and over them the answers with the imports that `other` has for them.
    String with(Map<ExerciseId, String> stubs, Map<ExerciseId, String> answers, Answered other) {
      var all = new TreeMap<>(stubs);
      all.putAll(answers);
      all.keySet().retainAll(bodies.keySet());
      var text = fill.apply(all);
      return name.endsWith(".java") ? Imports.completed(text, all.values(), other.text) : text;
    }
  }
}
