package tapeline.grader.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Front;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.MarkerException;
import tapeline.grader.course.ModuleAnswers;
import tapeline.grader.course.Region;
import tapeline.grader.generate.Blank;

/// A module as it was handed in, beside the stubs and answers of its exercises.
///
/// Regions can be exchanged one by one: that is how an exercise is graded although another one is
/// not done, and how one that does not compile leaves the others alone.
final class Given {
  static final Path MAIN = Path.of("src", "main", "java");

  private final Course course;
  private final CourseModule module;
  private final Path folder;
  private final Path solution;
  private final List<Exercise> exercises;
  private final ModuleAnswers answers;
  private final Map<ExerciseId, Region> regions = new HashMap<>();

  /// The files with exercises as they were handed in: their regions that have both markers.
  private final Map<Path, MarkedSource> marked = new LinkedHashMap<>();

  private final Set<Path> withdrawn = new HashSet<>();
  private final Map<Path, String> malformed = new HashMap<>();
  private final Splices splices;
  private final boolean onReference;
  private Sources sources;

  /// The files that are compiled.
  private enum Compiled {
    ALL,
    /// The files that are not the reference solution's.
    OWN,
    /// The files of [#OWN], and all with exercises.
    OWN_AND_SOLVED
  }

  private Given(Course course, CourseModule module, Path folder, Compiled compiled) {
    this.course = course;
    this.module = module;
    this.folder = folder;
    this.exercises = module.exercises();
    this.solution = course.solution(module);
    this.answers = ModuleAnswers.of(course, module);
    for (var file : answers.files().keySet()) {
      var path = folder.resolve(file);
      if (Files.exists(path)) {
        var faults = new ArrayList<MarkerException>();
        var name = "modules/" + module.name() + "/" + file;
        var source = MarkedSource.parse(name, Course.read(path), faults).only(answers::has);
        marked.put(path, source);
        if (faults.isEmpty()) {
          source.regions().forEach(r -> regions.put(r.id(), r));
        } else {
          // With malformed markers a file is graded as it is, as long as it compiles.
          malformed.put(path, String.valueOf(faults.getFirst().getMessage()));
        }
      }
    }
    this.splices =
        new Splices(answers, folder, new Classes(course).given(module, "spliced"), marked);
    var own =
        compiled == Compiled.ALL
            ? Optional.<Sources>empty()
            : OwnFiles.of(solution, folder, marked, compiled == Compiled.OWN_AND_SOLVED);
    this.onReference = own.isPresent();
    this.sources = own.orElseGet(() -> Sources.of(main()));
  }

  /// Returns the module in `folder`, all of whose files are compiled.
  static Given whole(Course course, CourseModule module, Path folder) {
    return new Given(course, module, folder, Compiled.ALL);
  }

  /// Returns the module in `folder`, of which only the files are compiled that are not the
  /// reference solution's, as long as nothing outside the regions was changed.
  static Given onReference(Course course, CourseModule module, Path folder) {
    return new Given(course, module, folder, Compiled.OWN);
  }

  /// Returns the module in `folder`, of which the files with exercises are compiled in any case, so
  /// that stacks name their lines in `folder`. All files are compiled where a region has another
  /// head of a method, because files that call it do not compile.
  static Given linedOnReference(Course course, CourseModule module, Path folder) {
    var given = new Given(course, module, folder, Compiled.OWN_AND_SOLVED);
    return given.changedRegions().isEmpty() ? given : whole(course, module, folder);
  }

  /// Returns whether the reference solution's classes have to stand behind those compiled from
  /// here.
  boolean isOnReference() {
    return onReference;
  }

  /// Returns the folder of the Java files.
  Path main() {
    return folder.resolve(MAIN);
  }

  /// The files that classes are made of, as they were handed in, without those withdrawn.
  Sources sources() {
    return sources;
  }

  /// The exercise's file and region, if its markers still stand.
  Optional<Region> region(ExerciseId id) {
    return Optional.ofNullable(regions.get(id));
  }

  /// Returns whether the exercise's region still holds the stub, or its file in a blank module is
  /// as it was emptied.
  boolean isStub(ExerciseId id) {
    var region = regions.get(id);
    return region != null
        ? region.body().equals(answers.of(id).stub())
        : Blank.isEmptied(course, module, folder, module.exercise(id).file());
  }

  /// Returns whether every region but that of `kept` holds the reference's answer, and all else is
  /// as it was given.
  boolean isSolvedBut(ExerciseId kept) {
    return onReference
        && exercises.stream()
            .map(Exercise::id)
            .filter(id -> !id.equals(kept))
            .allMatch(
                id -> region(id).map(r -> r.body().equals(answers.of(id).body())).orElse(false));
  }

  /// Returns whether every exercise has its markers, in a file as it was given where it was
  /// withdrawn, so that regions can be exchanged.
  boolean hasAllMarkers() {
    return exercises.stream().allMatch(splices::has);
  }

  /// Advice about missing markers, those of `first` before others; empty when none is missing, or
  /// the module is blank and so has none.
  Optional<String> missingMarkers(Exercise first) {
    return Stream.concat(Stream.of(first), exercises.stream())
        .filter(e -> !regions.containsKey(e.id()) && !Blank.is(folder))
        .findFirst()
        .map(this::missing);
  }

  private String missing(Exercise exercise) {
    var id = exercise.id();
    var answer = answers.of(id);
    var source = answers.in(exercise.file());
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

  /// The heads of methods in the exercise's stub that its region has not; none without markers, or
  /// where something in it has no end.
  List<String> changedSignatures(ExerciseId id) {
    return region(id)
        .filter(r -> unmatched(r).isEmpty())
        .map(r -> Signatures.changed(answers.of(id).stub(), r.body()))
        .orElse(List.of());
  }

  /// The heads of methods in the files with exercises, as they were given, that these no longer
  /// have. Where something has no end, the rest of the file says nothing.
  List<String> changedSignatures() {
    var changed = new LinkedHashSet<String>();
    for (var e : exercises) {
      var file = folder.resolve(e.file());
      var own = marked.get(file);
      if (own != null && e.file().endsWith(".java")) {
        var stubs = new HashMap<ExerciseId, String>();
        own.regions().stream()
            .filter(r -> !unmatched(r).isEmpty())
            .forEach(r -> stubs.put(r.id(), answers.of(r.id()).stub()));
        var text = own.with(stubs);
        if (Token.unmatched(text).isEmpty()) {
          var given =
              Blank.is(folder)
                  ? Blank.emptied(course, module, e.file())
                  : answers.in(e.file()).stubbed();
          changed.addAll(Signatures.changed(given, text));
        }
      }
    }
    return List.copyOf(changed);
  }

  /// Returns whether the stub's own line that throws `Todo` still stands somewhere in the file.
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

  /// The exercise whose region holds an error; at a place outside every region the one that ends
  /// last before it, because a brace is missed only after it is missing.
  Optional<ExerciseId> suspect(CompileError error) {
    var source = marked.get(error.file());
    if (source == null || withdrawn.contains(error.file())) {
      return Optional.empty();
    }
    boolean whole = !malformed.containsKey(error.file());
    return source.regions().stream()
        .filter(r -> r.contains(error.line()) || (whole && r.endLine() < error.line()))
        .reduce((a, b) -> a.contains(error.line()) ? a : b)
        .map(Region::id);
  }

  /// Returns the regions of a file as it was handed in; none where it has no exercises.
  List<Region> regions(Path file) {
    return marked.containsKey(file) ? marked(file).regions() : List.of();
  }

  /// The brackets without a partner, if they are others than those of the stub.
  String unmatched(Region region) {
    var unmatched = Token.unmatched(region.body());
    return unmatched.equals(Token.unmatched(answers.of(region.id()).stub())) ? "" : unmatched;
  }

  /// Returns whether a file has exercises that are to be graded.
  boolean hasExercises(Path file) {
    return exercises.stream().anyMatch(e -> folder.resolve(e.file()).equals(file));
  }

  /// Returns whether the course has no file of this name.
  boolean isOwn(Path file) {
    return file.startsWith(folder) && !Files.exists(given(file));
  }

  private Path given(Path file) {
    return solution.resolve(folder.relativize(file).toString());
  }

  /// The files of the course that are missing, or were changed outside their regions.
  List<Path> changed() {
    return Sources.of(solution.resolve(MAIN)).files().stream()
        .filter(file -> OwnFiles.isChanged(folder.resolve(solution.relativize(file)), file, marked))
        .map(file -> folder.resolve(solution.relativize(file)))
        .toList();
  }

  /// Takes a file out for good. One of the course is as it was given from here on; of one whose
  /// markers are malformed the other regions stay. Another one is left out.
  ///
  /// @return the exercises that lose their answers with it
  List<ExerciseId> withdraw(Path file) {
    if (!withdrawn.add(file)) {
      return List.of();
    }
    if (isOwn(file)) {
      sources = sources.without(List.of(file));
      return List.of();
    }
    var inFile = exercises.stream().filter(e -> folder.resolve(e.file()).equals(file)).toList();
    if (inFile.isEmpty()) {
      sources = splices.put(sources, file, given(file));
      return List.of();
    }
    var kept = malformed.containsKey(file) ? marked(file).bodies() : Map.<ExerciseId, String>of();
    splices.restore(file, kept);
    return inFile.stream().map(Exercise::id).filter(id -> !kept.containsKey(id)).toList();
  }

  /// Returns an error in a source with other regions as one in the source handed in.
  CompileError inGiven(CompileError error) {
    return splices.inGiven(error);
  }

  /// Returns the line of the file handed in that this line of its last copy with other regions was.
  int inGiven(Path file, int line) {
    return splices.inGiven(file, line);
  }

  private MarkedSource marked(Path file) {
    return Objects.requireNonNull(marked.get(file), "a copy is made of a file with markers");
  }

  /// The sources with these exercises' regions back at the stub.
  Sources stubbed(Iterable<ExerciseId> ids) {
    var bodies = new HashMap<ExerciseId, String>();
    ids.forEach(id -> bodies.put(id, answers.of(id).stub()));
    return splices.with(sources, bodies);
  }

  /// The sources with every region solved but that of `kept`.
  Sources solvedBut(ExerciseId kept) {
    return solved(exercises.stream().map(Exercise::id).filter(id -> !id.equals(kept)).toList());
  }

  /// The sources with these exercises' regions solved.
  Sources solved(Iterable<ExerciseId> ids) {
    var bodies = new HashMap<ExerciseId, String>();
    ids.forEach(id -> bodies.put(id, answers.of(id).body()));
    return splices.with(sources, bodies);
  }

  /// Compiles these of its sources into `output`. A file with exercises that is missing is an
  /// error, a file in UTF-16, and a region with bytes that are no UTF-8; elsewhere these are
  /// U+FFFD. A file with exercises in which the compiler finds no class of the file's name is an
  /// error, too: behind it stands the reference solution's.
  List<CompileError> compile(Sources some, Compiler compiler, List<Path> classPath, Path output) {
    var errors = new ArrayList<CompileError>();
    for (var e : exercises) {
      var file = folder.resolve(e.file());
      if (!Files.exists(file) && errors.stream().noneMatch(o -> o.file().equals(file))) {
        errors.add(new CompileError(file, -1, -1, missingFile(e)));
      }
    }
    errors.removeIf(e -> withdrawn.contains(e.file()));
    some.files().forEach(file -> errors.addAll(SourceBytes.errors(file, marked.get(file))));
    var unread = errors.stream().map(CompileError::file).toList();
    some.compile(compiler, classPath, output).stream()
        .filter(e -> !unread.contains(e.file()))
        .map(SourceBytes::inWords)
        .forEach(errors::add);
    if (errors.isEmpty()) {
      sources.java().stream()
          .filter(file -> marked.containsKey(file) && !withdrawn.contains(file))
          .filter(file -> !Files.exists(classOf(file, output)))
          .map(file -> new CompileError(file, -1, -1, noClass(file)))
          .forEach(errors::add);
    }
    return errors;
  }

  private Path classOf(Path file, Path output) {
    var name = main().relativize(file).toString();
    return output.resolve(name.replaceFirst("java$", "class"));
  }

  private static String missingFile(Exercise exercise) {
    return "the file is missing: %s brings it back"
        .formatted(Front.terminal().command("reset", "" + exercise.id()));
  }

  private static String noClass(Path file) {
    return "%s no longer declares the class %s: is its line in a comment?"
        .formatted(file.getFileName(), ("" + file.getFileName()).replace(".java", ""));
  }
}
