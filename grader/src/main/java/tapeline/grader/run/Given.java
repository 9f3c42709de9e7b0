package tapeline.grader.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.MarkerException;
import tapeline.grader.course.Region;

/// A module as it was handed in, beside the stubs and answers of its exercises.
///
/// Regions can be exchanged one by one: that is how an exercise is graded although another one is
/// not done, and how one that does not compile leaves the others alone.
final class Given {
  private static final Path MAIN = Path.of("src", "main", "java");

  private final Path folder;
  private final Path scratch;
  private final List<Exercise> exercises;
  private final Map<ExerciseId, Region> answers = new HashMap<>();
  private final Map<ExerciseId, Region> regions = new HashMap<>();
  private final Map<Path, MarkedSource> marked = new LinkedHashMap<>();
  private final Map<ExerciseId, MarkedSource> answered = new HashMap<>();
  private final Map<Path, String> malformed = new HashMap<>();
  private final Map<Path, Copy> copies = new HashMap<>();
  private final Sources sources;
  private final boolean onReference;

  /// A file with other regions, and the file it was made from.
  private record Copy(Path of, MarkedSource source) {}

  /// Which of the files are compiled.
  private enum Compiled {
    ALL,
    /// Those that are not the reference solution's.
    OWN,
    /// Those, and all with exercises.
    OWN_AND_SOLVED
  }

  private Given(Course course, CourseModule module, Path folder, Compiled compiled) {
    this.folder = folder;
    this.scratch = new Classes(course).given(module, "spliced");
    this.exercises = module.exercises();
    var solution = course.solution(module);
    for (var file : exercises.stream().map(Exercise::file).distinct().toList()) {
      var name = module.name() + "/" + file;
      var answers = MarkedSource.parse(name, Course.read(solution.resolve(file)));
      for (var r : answers.regions()) {
        this.answers.put(r.id(), r);
        answered.put(r.id(), answers);
      }
      var path = folder.resolve(file);
      if (Files.exists(path)) {
        try {
          var source = MarkedSource.parse("modules/" + name, Course.read(path));
          marked.put(path, source);
          source.regions().forEach(r -> regions.put(r.id(), r));
        } catch (MarkerException e) {
          // Without its markers a file is graded as it is: nothing in it can be exchanged.
          malformed.put(path, String.valueOf(e.getMessage()));
        }
      }
    }
    var own =
        compiled == Compiled.ALL
            ? Optional.<Sources>empty()
            : OwnFiles.of(solution, folder, marked, compiled == Compiled.OWN_AND_SOLVED);
    this.onReference = own.isPresent();
    this.sources = own.orElseGet(() -> Sources.of(main()));
  }

  /// The module in `folder`, all of whose files are compiled.
  static Given whole(Course course, CourseModule module, Path folder) {
    return new Given(course, module, folder, Compiled.ALL);
  }

  /// The module in `folder`, of which only the files are compiled that are not the reference
  /// solution's, as long as nothing outside the regions was changed.
  static Given onReference(Course course, CourseModule module, Path folder) {
    return new Given(course, module, folder, Compiled.OWN);
  }

  /// The same, and the files with exercises in any case: stacks name their lines in `folder`. The
  /// whole module where a region has another head of a method, as files that call it do not
  /// compile.
  static Given linedOnReference(Course course, CourseModule module, Path folder) {
    var given = new Given(course, module, folder, Compiled.OWN_AND_SOLVED);
    return given.changedRegions().isEmpty() ? given : whole(course, module, folder);
  }

  /// Whether the reference solution's classes have to stand behind those compiled from here.
  boolean isOnReference() {
    return onReference;
  }

  /// Where the Java lies.
  Path main() {
    return folder.resolve(MAIN);
  }

  /// The files that classes are made of, as they were handed in.
  Sources sources() {
    return sources;
  }

  /// The exercise's file and region, if its markers still stand.
  Optional<Region> region(ExerciseId id) {
    return Optional.ofNullable(regions.get(id));
  }

  /// Whether the exercise's region still holds the stub.
  boolean isStub(ExerciseId id) {
    var region = regions.get(id);
    return region != null && region.body().equals(answer(id).stub());
  }

  /// Whether every region but that of `kept` holds the reference's answer, and all else is as it
  /// was given.
  boolean isSolvedBut(ExerciseId kept) {
    return onReference
        && exercises.stream()
            .map(Exercise::id)
            .filter(id -> !id.equals(kept))
            .allMatch(id -> region(id).map(r -> r.body().equals(answer(id).body())).orElse(false));
  }

  /// Whether every exercise still has its markers, so that regions can be exchanged.
  boolean hasAllMarkers() {
    return exercises.stream().allMatch(e -> regions.containsKey(e.id()));
  }

  /// Advice about missing markers, those of `first` before others; empty when none is missing.
  Optional<String> missingMarkers(Exercise first) {
    return Stream.concat(Stream.of(first), exercises.stream())
        .filter(e -> !regions.containsKey(e.id()))
        .findFirst()
        .map(this::missing);
  }

  private String missing(Exercise exercise) {
    var id = exercise.id();
    var answer = answer(id);
    var source = Objects.requireNonNull(answered.get(id), "an answer stands in a source");
    var lines = source.text().lines().toList().subList(0, answer.beginLine() - 1);
    var above = lines.reversed().stream().filter(l -> !l.isBlank()).findFirst().orElse("");
    var fault = malformed.get(folder.resolve(exercise.file()));
    return """
    the markers of %1$s are missing in modules/%2$s/%3$s%4$s,
    so the grader cannot tell your answer from the rest. Put both lines back around it:

    %5$s
    %6$s// BEGIN EXERCISE %1$s
    %6$s…your answer…
    %6$s// END EXERCISE %1$s\
    """
        .formatted(
            id,
            folder.getFileName(),
            exercise.file(),
            fault == null ? "" : "\n(" + fault + ")",
            above,
            answer.indent());
  }

  /// The heads of methods in the exercise's stub that its region has not; none without markers.
  List<String> changedSignatures(ExerciseId id) {
    return region(id).map(r -> Signatures.changed(answer(id).stub(), r.body())).orElse(List.of());
  }

  /// The heads of methods in the files with exercises, as they were given, that these no longer
  /// have.
  List<String> changedSignatures() {
    var changed = new LinkedHashSet<String>();
    for (var e : exercises) {
      var file = folder.resolve(e.file());
      var source = Objects.requireNonNull(answered.get(e.id()), "an answer stands in a source");
      if (Files.exists(file) && e.file().endsWith(".java")) {
        changed.addAll(Signatures.changed(source.stubbed(), Course.read(file)));
      }
    }
    return List.copyOf(changed);
  }

  /// Whether the stub's own line that throws `Todo` still stands somewhere in the file.
  boolean keepsTodo(Exercise exercise) {
    var file = folder.resolve(exercise.file());
    var todo = "new Todo\\(\"%1$s\"|#\\s*error\\s+TODO %1$s\\s".formatted(exercise.id());
    var region = regions.get(exercise.id());
    var text = region != null ? region.body() : Files.exists(file) ? Course.read(file) : "";
    return Pattern.compile(todo).matcher(text).find();
  }

  /// The exercises whose regions lack the head of a method that their stubs have.
  List<ExerciseId> changedRegions() {
    return exercises.stream()
        .map(Exercise::id)
        .filter(id -> !changedSignatures(id).isEmpty())
        .toList();
  }

  /// The exercises whose regions hold an error, in the order of the file; at a place outside every
  /// region the one that ends last before it, because a brace is missed only after it is missing.
  List<ExerciseId> suspects(CompileError error) {
    var source = marked.get(error.file());
    if (source == null) {
      return List.of();
    }
    ExerciseId before = null;
    for (var r : source.regions()) {
      if (r.contains(error.line())) {
        return List.of(r.id());
      }
      if (r.endLine() < error.line()) {
        before = r.id();
      }
    }
    return before == null ? List.of() : List.of(before);
  }

  /// An error in a source with other regions, as it would be told of the source handed in.
  CompileError inGiven(CompileError error) {
    var copy = copies.get(error.file());
    return copy == null || error.line() < 1
        ? error
        : new CompileError(copy.of, inGiven(copy, error.line()), error.column(), error.message());
  }

  /// The line of the file handed in that this line of its last copy with other regions was.
  int inGiven(Path file, int line) {
    return copies.values().stream()
        .filter(copy -> copy.of.equals(file))
        .findFirst()
        .map(copy -> inGiven(copy, line))
        .orElse(line);
  }

  private int inGiven(Copy copy, int line) {
    int shift = 0;
    for (var r : copy.source.regions()) {
      var handedIn = Region.of(r.id(), marked(copy.of).regions());
      if (r.beginLine() <= line) {
        shift = handedIn.beginLine() - r.beginLine();
      }
      if (r.endLine() < line) {
        shift = handedIn.endLine() - r.endLine();
      }
    }
    return line + shift;
  }

  private MarkedSource marked(Path file) {
    return Objects.requireNonNull(marked.get(file), "a copy is made of a file with markers");
  }

  /// The sources with these exercises' regions back at the stub.
  Sources stubbed(Iterable<ExerciseId> ids) {
    var bodies = new HashMap<ExerciseId, String>();
    ids.forEach(id -> bodies.put(id, answer(id).stub()));
    return with(bodies);
  }

  /// The sources with every region solved but that of `kept`.
  Sources solvedBut(ExerciseId kept) {
    var bodies = new HashMap<ExerciseId, String>();
    answers.forEach((id, r) -> bodies.put(id, r.body()));
    bodies.remove(kept);
    return with(bodies);
  }

  /// Compiles these of its sources into `output`. A region with bytes that are no UTF-8 is an
  /// error; elsewhere they are U+FFFD. A file with exercises in which the compiler finds no class
  /// of the file's name is an error, too: behind it stands the reference solution's.
  List<CompileError> compile(Sources some, Compiler compiler, List<Path> classPath, Path output) {
    var errors = new ArrayList<CompileError>();
    some.files().stream().filter(marked::containsKey).forEach(file -> undecodable(file, errors));
    some.compile(compiler, classPath, output).stream().map(Given::ofEncoding).forEach(errors::add);
    if (errors.isEmpty()) {
      sources.java().stream()
          .filter(file -> marked.containsKey(file) && !Files.exists(classOf(file, output)))
          .map(file -> new CompileError(file, -1, -1, noClass(file)))
          .forEach(errors::add);
    }
    return errors;
  }

  /// Adds the first byte of each line in a region that is no UTF-8.
  private void undecodable(Path file, List<CompileError> errors) {
    if (marked(file).text().indexOf('\uFFFD') < 0) {
      return;
    }
    var lines = Course.text(file, ISO_8859_1).lines().toList(); // a char a byte
    for (var region : marked(file).regions()) {
      for (int line = region.beginLine(); line <= region.endLine(); line++) {
        var bytes = ByteBuffer.wrap(lines.get(line - 1).getBytes(ISO_8859_1));
        var text = CharBuffer.allocate(bytes.capacity());
        if (UTF_8.newDecoder().decode(bytes, text, true).isError()) {
          var message =
              "the byte 0x%02X is no UTF-8: save the file in that encoding"
                  .formatted(bytes.get(bytes.position()));
          errors.add(new CompileError(file, line, text.position() + 1, message));
        }
      }
    }
  }

  /// The compiler's error, where a byte that is no UTF-8 causes it in words that a learner can look
  /// up.
  private static CompileError ofEncoding(CompileError error) {
    return error.message().contains("\\ufffd")
        ? new CompileError(
            error.file(),
            error.line(),
            error.column(),
            "a byte here is no UTF-8: save the file in that encoding")
        : error;
  }

  private Path classOf(Path file, Path output) {
    var name = main().relativize(file).toString();
    return output.resolve(name.replaceFirst("java$", "class"));
  }

  private static String noClass(Path file) {
    return "%s no longer declares the class %s: is its line in a comment?"
        .formatted(file.getFileName(), ("" + file.getFileName()).replace(".java", ""));
  }

  private Sources with(Map<ExerciseId, String> bodies) {
    var files = sources;
    copies.clear();
    for (var file : marked.entrySet()) {
      var path = file.getKey();
      var source = file.getValue();
      if (source.regions().stream().noneMatch(r -> bodies.containsKey(r.id()))) {
        continue;
      }
      var copy = scratch.resolve(folder.relativize(path));
      try {
        Files.createDirectories(copy.getParent());
        var changed = MarkedSource.parse(copy.toString(), source.with(bodies));
        copies.put(copy, new Copy(path, changed));
        Files.writeString(copy, changed.text());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      files = files.with(path, copy);
    }
    return files;
  }

  private Region answer(ExerciseId id) {
    var answer = answers.get(id);
    if (answer == null) {
      throw new IllegalArgumentException("there is no exercise " + id);
    }
    return answer;
  }
}
