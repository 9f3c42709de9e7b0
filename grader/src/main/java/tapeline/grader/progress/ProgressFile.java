package tapeline.grader.progress;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Milestone;
import tapeline.grader.progress.ProgressBook.Asked;
import tapeline.grader.result.Verdict;

/// The content of a progress book's file. Its maps may be changed; `others` are fields that this
/// version of the course does not know.
record ProgressFile(
    SortedMap<String, OfExercise> exercises,
    SortedMap<String, OfQuiz> quizzes,
    SortedMap<String, OfMilestone> milestones,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> others) {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS))
          .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
          .addModule(
              new SimpleModule()
                  .addSerializer(Instant.class, ToStringSerializer.instance)
                  .addDeserializer(Instant.class, new Time()))
          .build();

  ProgressFile {
    exercises = Objects.requireNonNullElseGet(exercises, TreeMap::new);
    quizzes = Objects.requireNonNullElseGet(quizzes, TreeMap::new);
    milestones = Objects.requireNonNullElseGet(milestones, TreeMap::new);
  }

  private static final class Time extends FromStringDeserializer<Instant> {
    Time() {
      super(Instant.class);
    }

    @Override
    protected Instant _deserialize(String value, DeserializationContext context) {
      return Instant.parse(value);
    }
  }

  /// How far an exercise came.
  ///
  /// @param last the last verdict; older books have none
  /// @param first the first grading of an answer, and `passed` the first that passed; null where
  ///   that was not recorded
  /// @param seen the checksum of [ProgressBook#seen]
  record OfExercise(
      Verdict best,
      int points,
      Verdict last,
      @Nullable Instant graded,
      @Nullable Instant first,
      @Nullable Instant passed,
      @Nullable String seen,
      @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> others) {

    OfExercise {
      best = Objects.requireNonNullElse(best, Verdict.NOT_STARTED);
      last = Objects.requireNonNullElse(last, best);
    }

    @Nullable Duration toPass() {
      return first == null || passed == null || passed.isBefore(first)
          ? null
          : Duration.between(first, passed);
    }

    OfExercise seen(String checksum) {
      return new OfExercise(best, points, last, graded, first, passed, checksum, others);
    }

    /// Takes a verdict, and its points when it is as good as the best so far.
    OfExercise graded(Verdict verdict, int earned, Instant when) {
      boolean best = rank(verdict) >= rank(this.best);
      boolean begins = rank(this.best) == 0 && rank(verdict) > 0;
      boolean passes = this.best != Verdict.PASSED && verdict == Verdict.PASSED;
      return new OfExercise(
          best ? verdict : this.best,
          best ? earned : points,
          verdict,
          when,
          begins ? when : first,
          passes ? when : passed,
          seen,
          others);
    }

    OfExercise with(OfExercise other) {
      boolean better = rank(other.best) > rank(best);
      boolean later = isLater(other.graded, graded);
      return new OfExercise(
          better ? other.best : best,
          better ? other.points : points,
          later ? other.last : last,
          later ? other.graded : graded,
          earlier(first, other.first),
          earlier(passed, other.passed),
          seen,
          others);
    }
  }

  /// How a quiz went.
  ///
  /// @param best the most right answers so far, to so many questions `asked`
  /// @param taken when it was answered last; null when it never was
  /// @param open the questions that wait for their answers
  /// @param keys those of all questions that were ever asked, the latest last
  record OfQuiz(
      int best,
      int asked,
      @Nullable Instant taken,
      List<Asked> open,
      List<String> keys,
      @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> others) {

    OfQuiz {
      open = Objects.requireNonNullElseGet(open, List::of);
      keys = Objects.requireNonNullElseGet(keys, List::of);
    }

    OfQuiz asked(List<Asked> questions) {
      return new OfQuiz(best, asked, taken, questions, latest(keys, keys(questions)), others);
    }

    private static List<String> keys(List<Asked> questions) {
      return questions.stream().map(Asked::key).toList();
    }

    /// Closes the open quiz.
    OfQuiz taken(int right, int of, Instant when) {
      boolean better = taken == null || right > best;
      return new OfQuiz(better ? right : best, better ? of : asked, when, List.of(), keys, others);
    }

    OfQuiz with(OfQuiz other) {
      boolean better = other.taken != null && (taken == null || other.best > best);
      return new OfQuiz(
          better ? other.best : best,
          better ? other.asked : asked,
          isLater(other.taken, taken) ? other.taken : taken,
          open,
          latest(other.keys, keys),
          others);
    }

    private static List<String> latest(List<String> earlier, List<String> later) {
      var keys = new LinkedHashSet<>(earlier);
      later.forEach(keys::remove);
      keys.addAll(later);
      return List.copyOf(keys);
    }
  }

  /// A milestone's number.
  ///
  /// @param best the best number so far
  /// @param run when the last one came
  record OfMilestone(
      @JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Double best,
      @Nullable Instant run,
      @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> others) {

    /// @param milestone empty where the course has none of this number
    OfMilestone with(OfMilestone other, Optional<Milestone> milestone) {
      boolean better =
          other.best != null
              && (best == null
                  || milestone.filter(m -> m.goal().isBetter(other.best, best)).isPresent());
      return new OfMilestone(
          better ? other.best : best, isLater(other.run, run) ? other.run : run, others);
    }
  }

  /// Reads a book's text.
  ///
  /// @throws IllegalArgumentException when it is none, with the line and the field
  static ProgressFile parse(String text) {
    try {
      return Optional.ofNullable(JSON.readValue(text, ProgressFile.class))
          .orElseThrow(() -> new IllegalArgumentException("line 1"));
    } catch (JsonProcessingException e) {
      var where = new ArrayList<String>();
      if (e.getLocation() != null) { // a deserializer's own error has none
        where.add("line " + e.getLocation().getLineNr());
      }
      if (e instanceof JsonMappingException mapping) {
        mapping.getPath().forEach(p -> where.add(String.valueOf(p.getFieldName())));
      }
      throw new IllegalArgumentException(String.join(", ", where), e);
    }
  }

  /// The book's text, indented, ended by `\n`.
  String text() {
    try {
      var text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this);
      return text.replace("\r\n", "\n") + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the progress book cannot be written as JSON", e);
    }
  }

  /// Takes what another book has beyond this one.
  void merge(ProgressFile other, List<Milestone> course) {
    other.others.forEach(others::putIfAbsent);
    other.exercises.forEach((id, page) -> exercises.merge(id, page, OfExercise::with));
    other.quizzes.forEach((id, page) -> quizzes.merge(id, page, OfQuiz::with));
    other.milestones.forEach((number, page) -> {
      var milestone = course.stream().filter(m -> number.equals("" + m.number())).findFirst();
      milestones.merge(number, page, (own, theirs) -> own.with(theirs, milestone));
    });
  }

  private static boolean isLater(@Nullable Instant time, @Nullable Instant than) {
    return time != null && (than == null || time.isAfter(than));
  }

  private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
    return isLater(one, other) && other != null ? other : one == null ? other : one;
  }

  private static int rank(Verdict verdict) {
    return switch (verdict) {
      case PASSED -> 3;
      case UNDECIDED -> 2;
      case FAILED, DOES_NOT_COMPILE, SIGNATURE_CHANGED, TIMED_OUT, CRASHED -> 1;
      case NOT_STARTED -> 0;
    };
  }
}
