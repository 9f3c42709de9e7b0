package tapeline.grader.progress;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.result.Verdict;

/// The part of a learner's progress that a class may have, where the learner agrees:
///
/// ```json
/// { "code": "3f9a01c2d4e5", "exercises": { "03.2": { "passed": true, "minutes": 21 },
///                                          "03.4": { "passed": false } } }
/// ```
///
/// @param code stands for the learner; the same in each file of theirs
/// @param exercises those that have an answer, by their numbers
public record SharedProgress(String code, SortedMap<String, OfExercise> exercises) {
  /// The length of a code in hexadecimal digits.
  public static final int CODE_LENGTH = 12;

  private static final long LONGEST = 10L * 366 * 24 * 60; // ten years in minutes

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
          .build();

  public SharedProgress {
    code = Objects.requireNonNullElse(code, "");
    exercises = Objects.requireNonNullElseGet(exercises, TreeMap::new);
  }

  /// How far an exercise came.
  ///
  /// @param minutes from the first grading of an answer to the first that passed; null where that
  ///   is not known
  public record OfExercise(boolean passed, @Nullable Long minutes) {}

  /// Returns what a book has of the course's exercises.
  public static SharedProgress of(Course course, ProgressBook book, String code) {
    var exercises = new TreeMap<String, OfExercise>();
    for (var module : course.modules()) {
      book.reached(module)
          .forEach((id, reached) -> {
            if (reached.best() != Verdict.NOT_STARTED) {
              var time = reached.toPass();
              exercises.put(
                  "" + id,
                  new OfExercise(reached.points() > 0, time == null ? null : time.toMinutes()));
            }
          });
    }
    return new SharedProgress(code, exercises);
  }

  /// Returns the text of the file.
  public String text() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this).replace("\r\n", "\n")
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("shared progress cannot be written as JSON", e);
    }
  }

  /// Reads such a text.
  ///
  /// @param name of the file, for messages
  /// @throws IllegalArgumentException when it is none, with the rule that it breaks
  public static SharedProgress parse(String name, String text) {
    try {
      var read =
          Optional.ofNullable(JSON.readValue(text, SharedProgress.class))
              .orElseThrow(() -> refused(name, "it is empty"));
      if (!read.code.matches("[0-9a-f]{%d}".formatted(CODE_LENGTH))) {
        throw refused(name, "a code has %d hexadecimal digits".formatted(CODE_LENGTH));
      }
      read.exercises.forEach((id, of) -> {
        var minutes = of.minutes;
        if (!id.matches("\\d\\d\\.\\d{1,2}")) {
          throw refused(name, "an exercise is called as 03.2, got " + id);
        }
        if (minutes != null && (minutes < 0 || minutes > LONGEST)) {
          throw refused(name, "a time is 0 minutes or more, got %d for %s".formatted(minutes, id));
        }
      });
      return read;
    } catch (JsonProcessingException _) {
      throw refused(name, "it is no JSON of a code and exercises");
    }
  }

  private static IllegalArgumentException refused(String name, String why) {
    return new IllegalArgumentException(
        "%s is not what progress share writes: %s".formatted(name, why));
  }
}
