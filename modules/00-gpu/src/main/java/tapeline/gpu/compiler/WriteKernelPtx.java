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

/// Writes the PTX of kernels, so that nobody needs a CUDA compiler for these.
///
/// After `write TO FROM` the folder TO has the PTX of every `.cu` below FROM, and no other. `check
/// TO FROM` changes nothing: it says what is missing and what is left over, and fails over either.
/// More pairs of folders may follow. Texts of exercises that are still to be written do not count.
public final class WriteKernelPtx {
  private final PtxCache to;
  private final SortedMap<String, CudaSource> wanted;
  private final CompilerSearch search;
  private final List<String> lines = new ArrayList<>();

  private WriteKernelPtx(Path to, Path from, CompilerSearch search) {
    this.to = new PtxCache(to);
    this.wanted = sources(from);
    this.search = search;
  }

  static void main(String[] arguments) {
    boolean writes = arguments.length > 0 && arguments[0].equals("write");
    boolean checks = arguments.length > 0 && arguments[0].equals("check");
    boolean pairs = arguments.length > 1 && arguments.length % 2 == 1;
    if (!(writes || checks) || !pairs) {
      throw new IllegalArgumentException(
          "write or check, and pairs of folders TO FROM, are needed, got "
              + Arrays.toString(arguments));
    }
    boolean sound = true;
    for (int i = 1; i < arguments.length; i += 2) {
      var lines = new ArrayList<String>();
      var to = Path.of(arguments[i]);
      var from = Path.of(arguments[i + 1]);
      sound &= writes ? write(to, from, CompilerSearch.standard(), lines) : check(to, from, lines);
      lines.forEach(System.out::println);
    }
    if (!sound) {
      System.exit(1);
    }
  }

  /// Whether `to` has afterwards what it should have; `lines` tell what was done, and what failed.
  static boolean write(Path to, Path from, CompilerSearch search, List<String> lines) {
    var folder = new WriteKernelPtx(to, from, search);
    boolean all = folder.missing().stream().map(folder::compiled).reduce(true, Boolean::logicalAnd);
    folder.leftOver().forEach(folder::delete);
    lines.addAll(folder.lines);
    return all;
  }

  /// Whether `to` has what it should have; `lines` tell what is wrong.
  static boolean check(Path to, Path from, List<String> lines) {
    var folder = new WriteKernelPtx(to, from, CompilerSearch.standard());
    for (var source : folder.missing()) {
      lines.add("%s of %s has no PTX in %s".formatted(source.file(), from, to));
    }
    for (var name : folder.leftOver()) {
      lines.add("%s in %s is of no kernel below %s".formatted(name, to, from));
    }
    return lines.isEmpty();
  }

  /// The kernels below a folder, by the names of their PTX.
  private static SortedMap<String, CudaSource> sources(Path from) {
    var sources = new TreeMap<String, CudaSource>();
    if (!Files.isDirectory(from)) {
      return sources;
    }
    try (var files = Files.walk(from)) {
      files
          .filter(f -> f.toString().endsWith(".cu"))
          .map(CudaSource::of)
          .filter(source -> source.todo().isEmpty())
          .forEach(source -> sources.put(PtxFile.name(source), source));
      return sources;
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + from, e);
    }
  }

  private List<CudaSource> missing() {
    return wanted.values().stream().filter(source -> to.find(source).isEmpty()).toList();
  }

  private List<String> leftOver() {
    return to.files().stream()
        .filter(name -> name.endsWith(".ptx") && !wanted.containsKey(name))
        .sorted()
        .toList();
  }

  private boolean compiled(CudaSource source) {
    try {
      var compiler = search.compiler(source, "its text is new");
      to.put(source, new PtxFile(compiler.compile(source), compiler.name()));
      lines.add("wrote " + to.file(source));
      return true;
    } catch (CudaCompileError | IllegalStateException e) {
      lines.add("no PTX: " + e.getMessage());
      return false;
    }
  }

  private void delete(String name) {
    try {
      Files.delete(to.folder().resolve(name));
      lines.add("removed " + to.folder().resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException("deleting " + name + " from " + to.folder(), e);
    }
  }
}
