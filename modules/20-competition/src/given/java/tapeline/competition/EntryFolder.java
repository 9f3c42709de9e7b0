package tapeline.competition;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import tapeline.toolkit.ScratchFolder;

/// The folder of an entry that becomes a submission: `manifest.json` and `src`.
///
/// `./tapeline run "EntryFolder EVENT FOLDER"` begins one with what you wrote for the event in this
/// module.
public final class EntryFolder {
  private static final String PACKAGE = "mine";

  /// A module that Java does not start with.
  private static final String VECTORS = "jdk.incubator.vector";

  private EntryFolder() {}

  static void main(String[] args) throws IOException {
    if (args.length != 2) {
      throw new IllegalArgumentException(
          "an entry begins with an event and a folder, got %d words".formatted(args.length));
    }
    var sources = System.getProperty("tapeline.sources", "modules/20-competition/src/main/java");
    begin(Events.named(args[0]), Path.of(sources, "tapeline/competition"), Path.of(args[1]));
    IO.println(
        "Now write entry, team, authors, and the work log where it is empty, into manifest.json in "
            + args[1]);
  }

  /// Begins an entry: a copy of this module's class for the event, in a package of its own, and a
  /// manifest to be completed.
  ///
  /// @param sources the folder of this module's sources
  /// @param folder a new or empty one
  /// @throws IllegalArgumentException when the module has no class for the event, or something lies
  ///   in the folder
  public static void begin(Event event, Path sources, Path folder) throws IOException {
    var name =
        switch (event.kind()) {
          case SCALAR_GRADIENT -> "SprintEntry";
          case MATMUL -> "MatmulEntry";
          case TRAIN_CLASSIFIER, GENERATE_TOKENS -> "OpenEntry";
          case CLASSIFY, KERNEL_MATMUL ->
              throw new IllegalArgumentException(
                  "this module has no entry for \"%s\"".formatted(event.workload()));
        };
    var log =
        name.equals("OpenEntry") ? steps(event, OpenEntry.workLog()) : List.<Manifest.LogEntry>of();
    requireEmpty(folder);
    var file = folder.resolve("src").resolve(PACKAGE).resolve(name + ".java");
    Files.createDirectories(file.getParent());
    var text = Files.readString(sources.resolve(name + ".java"));
    Files.writeString(
        file,
        text.replaceAll("(?m)^ *// (?:BEGIN|END|STUB)\\b.*\\R", "") // what marks an exercise
            .replaceFirst(
                "package tapeline.competition;",
                "package " + PACKAGE + ";\n\nimport tapeline.competition.Contestant;"));
    var manifest =
        new Manifest(
            "",
            "",
            List.of(),
            event.id(),
            PACKAGE + "." + name,
            Archive.hash(folder),
            List.of(),
            Rehearsal.environment(),
            List.of(),
            null,
            log);
    Files.writeString(folder.resolve(Archive.MANIFEST), manifest.write());
  }

  /// The steps of a work log as a manifest has them.
  ///
  /// @throws IllegalArgumentException when the log is none, or of another event
  static List<Manifest.LogEntry> steps(Event event, String workLog) {
    var log = WorkLog.read(workLog);
    if (!log.event().equals(event.id())) {
      throw new IllegalArgumentException(
          "the work log is for the event \"%s\", got \"%s\"".formatted(event.id(), log.event()));
    }
    return log.steps().stream()
        .map(s ->
            new Manifest.LogEntry(
                s.hypothesis(),
                s.change(),
                WorkLog.text(s.measured().claim()) + ": " + s.decision()))
        .toList();
  }

  private static void requireEmpty(Path folder) throws IOException {
    Files.createDirectories(folder);
    try (var list = Files.list(folder)) {
      var first =
          list.map(f -> f.getFileName().toString())
              .filter(n -> !PlainNames.isAdded(n))
              .sorted()
              .findFirst();
      if (first.isPresent()) {
        throw new IllegalArgumentException(
            "an entry begins in an empty folder, and %s has %s".formatted(folder, first.get()));
      }
    }
  }

  /// The classes of an entry, until they are closed.
  ///
  /// @param folder of the class files
  /// @param flags that a JVM needs for them
  public record Classes(Path folder, List<String> flags) implements AutoCloseable {
    /// These and the course's.
    public List<Path> classPath() {
      var all = new ArrayList<Path>();
      all.add(folder);
      for (var path : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
        all.add(Path.of(path));
      }
      return all;
    }

    /// A loader of these below the course's.
    public URLClassLoader loader() throws IOException {
      URI uri = folder.toUri();
      return new URLClassLoader(new URL[] {uri.toURL()}, EntryFolder.class.getClassLoader());
    }

    @Override
    public void close() throws IOException {
      ScratchFolder.delete(folder);
    }
  }

  /// Compiles `src`, and puts `data` beside it.
  ///
  /// @throws IllegalArgumentException with what the compiler says
  public static Classes compile(Path folder) throws IOException {
    var all = Archive.files(folder);
    var sources =
        all.entrySet().stream()
            .filter(f -> f.getKey().matches("src/.*\\.java"))
            .map(Map.Entry::getValue)
            .toList();
    var classes = new Classes(Files.createTempDirectory("tapeline-entry"), flags(sources));
    for (var file : all.entrySet()) {
      if (file.getKey().startsWith("data/")) {
        var copy = classes.folder().resolve(file.getKey());
        Files.createDirectories(copy.getParent());
        Files.copy(file.getValue(), copy);
      }
    }
    var said = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      var path = System.getProperty("java.class.path");
      var options = new ArrayList<>(classes.flags());
      options.addAll(List.of("-proc:none", "-cp", path, "-d", classes.folder().toString()));
      var units = files.getJavaFileObjectsFromPaths(sources);
      if (sources.isEmpty() || !compiler.getTask(said, files, null, options, null, units).call()) {
        classes.close();
        throw new IllegalArgumentException("an entry compiles, got no class: " + said);
      }
    }
    return classes;
  }

  private static List<String> flags(List<Path> sources) throws IOException {
    for (var source : sources) {
      if (Files.readString(source, StandardCharsets.ISO_8859_1).contains(VECTORS)) {
        return List.of("--add-modules=" + VECTORS);
      }
    }
    return List.of();
  }
}
