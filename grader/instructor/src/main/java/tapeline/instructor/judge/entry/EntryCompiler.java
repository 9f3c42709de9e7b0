package tapeline.instructor.judge.entry;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tapeline.grader.run.CompileError;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.RuleBroken;

/// Compiles an entry's sources in a cell, where no processor of annotations runs.
final class EntryCompiler {
  static final long LIMIT_MILLIS = 60_000;
  static final List<String> OPTIONS =
      List.of("-proc:none", "-g:source,lines", "-nowarn", "--add-modules", "jdk.incubator.vector");
  private static final int MOST_SAID = 600;

  private EntryCompiler() {}

  /// The folder of the classes.
  ///
  /// @throws RuleBroken with the compiler's words, when it does not compile
  static Path compile(Path sources, JudgeFolder work) throws IOException, RuleBroken {
    var classes = work.fresh("classes");
    var files = files(sources);
    var errors = work.compiler().compile(files, List.of(work.jars().course()), classes);
    if (!errors.isEmpty()) {
      throw RuleBroken.refused(
          Defence.COMPILER, "it does not compile: " + said(sources, errors.getFirst()));
    }
    return classes;
  }

  private static List<Path> files(Path sources) throws IOException, RuleBroken {
    if (!Files.isDirectory(sources)) {
      throw RuleBroken.refused(Defence.COMPILER, "there is no folder src with Java in it");
    }
    try (var walk = Files.walk(sources)) {
      var files =
          walk.filter(f -> Files.isRegularFile(f) && f.toString().endsWith(".java"))
              .sorted()
              .toList();
      if (files.isEmpty()) {
        throw RuleBroken.refused(Defence.COMPILER, "there is no Java in the folder src");
      }
      for (var file : files) {
        requireText(sources, file);
      }
      return files;
    }
  }

  /// Requires UTF-8, and takes away a byte order mark, which javac does not read.
  private static void requireText(Path sources, Path file) throws IOException, RuleBroken {
    try {
      var text = Files.readString(file);
      if (text.startsWith("\uFEFF")) {
        Files.writeString(file, text.substring(1));
      }
    } catch (CharacterCodingException _) {
      throw RuleBroken.refused(
          Defence.COMPILER, "%s is no text in UTF-8".formatted(sources.relativize(file)));
    }
  }

  private static String said(Path sources, CompileError error) {
    var line =
        "%s:%d: %s".formatted(sources.relativize(error.file()), error.line(), error.message());
    var plain = line.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    return plain.substring(0, Math.min(plain.length(), MOST_SAID));
  }
}
