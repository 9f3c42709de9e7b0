package tapeline.instructor.judge.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tapeline.competition.Event;
import tapeline.instructor.judge.verdict.RuleBroken;

/// A program that can be started: an entry's classes, or the baseline's.
///
/// @param name for people
/// @param main the class of its contestant
/// @param classPath what its JVM needs beside the judge's own program
/// @param own the places in the class path that are its own
/// @param counts whether a file of its own places is part of it, by its name
/// @param usesVectors whether it needs the incubating module of vectors
public record Entrant(
    String name,
    String main,
    List<Path> classPath,
    List<Path> own,
    Predicate<String> counts,
    boolean usesVectors) {
  private static final int START_SECONDS = 60;

  public Entrant {
    classPath = List.copyOf(classPath);
    own = List.copyOf(own);
  }

  /// The event's baseline, a class of the course.
  public static Entrant baseline(Event event, JudgeFolder work) throws IOException {
    var jars = work.jars();
    var needed = ReachableFiles.from(event.baseline(), jars.baselines());
    return new Entrant(
        "the baseline",
        event.baseline(),
        List.of(jars.course(), jars.baselines()),
        List.of(jars.baselines()),
        needed::contains,
        false);
  }

  /// A submission: unpacked, checked, compiled, looked through.
  ///
  /// @param strict whether its classes have to keep to the [AllowList]; only tests do without
  /// @throws RuleBroken when it is not as it has to be
  public static Entrant of(EntryFiles files, JudgeFolder work, boolean strict)
      throws IOException, RuleBroken {
    var classes = EntryCompiler.compile(files.folder().resolve("src"), work);
    var models = AllowList.read(classes);
    if (strict) {
      AllowList.check(models);
    }
    boolean vectors =
        models.values().stream()
            .flatMap(
                m -> java.util.stream.StreamSupport.stream(m.constantPool().spliterator(), false))
            .anyMatch(c ->
                c instanceof java.lang.classfile.constantpool.ClassEntry e
                    && e.asInternalName().startsWith("jdk/incubator/vector/"));
    var own = List.of(classes, data(files.folder(), work));
    var path = new ArrayList<>(List.of(work.jars().course()));
    path.addAll(own);
    return new Entrant(
        files.manifest().entry(), files.manifest().main(), path, own, _ -> true, vectors);
  }

  /// The bytes that count where the smallest wins: see [EntrySize].
  public long bytes() throws IOException {
    return EntrySize.of(own, counts);
  }

  /// A folder in which the entry's `data` lies, and nothing else of it.
  private static Path data(Path folder, JudgeFolder work) throws IOException {
    var resources = work.fresh("data");
    if (Files.isDirectory(folder.resolve("data"))) {
      Files.move(folder.resolve("data"), resources.resolve("data"));
    }
    return resources;
  }

  /// The command of a JVM that plays for it. Both sides of a pair get the same flags.
  ///
  /// @param vectors whether either side needs the module of vectors
  public ProcessBuilder command(Event event, JudgeFolder work, boolean vectors) {
    var flags =
        new ArrayList<>(
            List.of("-Xbatch", "-XX:+UseSerialGC", "-XX:ActiveProcessorCount=" + event.threads()));
    if (vectors) {
      flags.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    }
    var path = new ArrayList<>(List.of(work.jars().arena()));
    path.addAll(classPath);
    return work.java(
        path,
        flags,
        event.limits().memoryMiB(),
        START_SECONDS + event.limits().budgetSeconds() * event.threads(),
        List.of("tapeline.instructor.judge.arena.Arena", main));
  }
}
