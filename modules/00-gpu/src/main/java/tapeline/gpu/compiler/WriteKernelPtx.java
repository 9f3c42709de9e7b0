package tapeline.gpu.compiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Writes the PTX of kernels, so that these need no CUDA compiler.
///
/// After `write ARCHIVE FOLDER…` the zip has the PTX of every `.cu` below the folders, and no
/// other. `check ARCHIVE FOLDER…` changes nothing: it says what is missing and what is left over,
/// and fails over either. Texts of exercises that are still to be written do not count.
public final class WriteKernelPtx {
  private final Path archive;
  private final SortedMap<String, String> texts;
  private final SortedMap<String, CudaSource> wanted = new TreeMap<>();
  private final List<String> lines;

  /// @param lines tell what was done, and what failed
  WriteKernelPtx(Path archive, List<Path> folders, List<String> lines) {
    this.archive = archive;
    this.texts = new TreeMap<>(PtxArchive.at(archive).texts());
    this.lines = lines;
    folders.stream()
        .flatMap(WriteKernelPtx::sources)
        .forEach(source -> wanted.put(PtxFile.name(source), source));
  }

  static void main(String[] arguments) {
    var words = Arrays.asList(arguments);
    if (words.size() < 2 || !List.of("write", "check").contains(words.getFirst())) {
      throw new IllegalArgumentException(
          "write or check, an archive and folders of kernels are needed, got " + words);
    }
    var folders = words.stream().skip(2).map(Path::of).toList();
    var lines = new ArrayList<String>();
    var ptx = new WriteKernelPtx(Path.of(words.get(1)), folders, lines);
    boolean sound =
        words.getFirst().equals("write") ? ptx.write(CompilerSearch.standard()) : ptx.check();
    lines.forEach(System.out::println);
    if (!sound) {
      System.exit(1);
    }
  }

  /// Returns whether the archive has afterwards what it should have.
  boolean write(CompilerSearch search) {
    boolean all =
        missing().stream().map(s -> compiled(s, search)).reduce(true, Boolean::logicalAnd);
    var leftOver = leftOver();
    leftOver.forEach(name -> lines.add("removed " + name));
    texts.keySet().removeAll(leftOver);
    if (!lines.isEmpty()) {
      PtxArchive.write(archive, texts);
    }
    return all;
  }

  /// Returns whether the archive has what it should have.
  boolean check() {
    missing().forEach(source -> lines.add("%s has no PTX in %s".formatted(source.file(), archive)));
    leftOver().forEach(name -> lines.add("%s in %s is of no kernel".formatted(name, archive)));
    return lines.isEmpty();
  }

  private static Stream<CudaSource> sources(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Stream.of();
    }
    try (var files = Files.walk(folder)) {
      return files
          .filter(f -> f.toString().endsWith(".cu"))
          .map(CudaSource::of)
          .filter(source -> source.todo().isEmpty())
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + folder, e);
    }
  }

  private List<CudaSource> missing() {
    return wanted.values().stream()
        .filter(source ->
            PtxFile.parse(source, source.hash(), texts.get(PtxFile.name(source))).isEmpty())
        .toList();
  }

  private List<String> leftOver() {
    return texts.keySet().stream().filter(name -> !wanted.containsKey(name)).toList();
  }

  private boolean compiled(CudaSource source, CompilerSearch search) {
    try {
      var compiler = search.compiler(source, "its text is new");
      var ptx = new PtxFile(compiler.compile(source), compiler.name());
      texts.put(PtxFile.name(source), ptx.text(source));
      lines.add("wrote " + PtxFile.name(source));
      return true;
    } catch (CudaCompileError | IllegalStateException e) {
      lines.add("no PTX: " + e.getMessage());
      return false;
    }
  }
}
