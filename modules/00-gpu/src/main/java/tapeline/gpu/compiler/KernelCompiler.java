package tapeline.gpu.compiler;

import java.io.File;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.CRC32;

/// From CUDA C to PTX: taken from where the PTX of this very text is kept, else by the first
/// compiler that is there. NVRTC of an installed toolkit comes first, then `nvcc`, then `clang`,
/// then one that was downloaded.
///
/// The PTX that it makes is kept in the user's own folder (`~/.cache/tapeline`, or
/// `-Dtapeline.cache=…`). With the environment variable `TAPELINE_CUDA` set to `nvcc`, say, that
/// one compiles everything.
public final class KernelCompiler {
  /// The course's own PTX, the same for all: read when it is first asked for.
  private static final class Course {
    static final PtxArchive PTX = PtxArchive.ofCourse();
  }

  /// Compiles a text that is in no store.
  ///
  /// @param own where its PTX is looked for, and put
  /// @param search for who compiles it
  private record Workshop(PtxCache own, CompilerSearch search) {
    private static final Workshop STANDARD =
        new Workshop(
            new PtxCache(UserFolder.path().resolve(kept(Prelude.all(), CompilerSearch.chosen()))),
            CompilerSearch.standard());

    static Workshop standard() {
      return STANDARD;
    }
  }

  private final List<PtxStore> stores;
  private final Supplier<Workshop> workshop; // most texts never need it, and it takes a while

  /// @param stores where PTX is looked for first
  /// @param own where it is looked for last, and put
  KernelCompiler(List<? extends PtxStore> stores, PtxCache own, CompilerSearch search) {
    this(stores, () -> new Workshop(own, search));
  }

  private KernelCompiler(List<? extends PtxStore> stores, Supplier<Workshop> workshop) {
    this.stores = List.copyOf(stores);
    this.workshop = workshop;
  }

  /// One that looks among the course's own PTX, in the folders and archives which
  /// `-Dtapeline.ptx=…` names, and in the user's own folder.
  public static KernelCompiler standard() {
    var stores = new ArrayList<PtxStore>();
    if (CompilerSearch.chosen().isEmpty()) {
      stores.add(Course.PTX);
      for (var place : System.getProperty("tapeline.ptx", "").split(File.pathSeparator, -1)) {
        if (!place.isBlank()) {
          stores.add(PtxStore.at(Path.of(place)));
        }
      }
    }
    return new KernelCompiler(stores, Workshop::standard);
  }

  /// The folder for compiled PTX: another one for other headers, as the same text may then compile
  /// to something else, and for each compiler that was chosen.
  static String kept(String headers, Optional<String> chosen) {
    var checksum = new CRC32();
    checksum.update(headers.getBytes(StandardCharsets.UTF_8));
    return "ptx-%08x".formatted(checksum.getValue()) + chosen.map(word -> "-" + word).orElse("");
  }

  /// The PTX of a text.
  ///
  /// @throws tapeline.toolkit.Todo when it is an exercise that is still to be written
  /// @throws CudaCompileError when it has an error
  /// @throws NoCudaCompiler when its PTX is kept nowhere and there is no compiler
  public String ptx(CudaSource source) {
    var todo = source.todo();
    if (todo.isPresent()) {
      throw todo.get();
    }
    for (var store : stores) {
      var kept = store.find(source);
      if (kept.isPresent()) {
        return kept.get().ptx();
      }
    }
    return compiled(source, workshop.get());
  }

  private String compiled(CudaSource source, Workshop at) {
    var own = at.own;
    var kept = own.find(source);
    if (kept.isPresent()) {
      return kept.get().ptx();
    }
    boolean changed = own.hasOther(source) || stores.stream().anyMatch(s -> s.hasOther(source));
    var compiler =
        at.search.compiler(
            source, changed ? "its text has changed since it was compiled" : "its text is new");
    var ptx = compiler.compile(source);
    try {
      own.put(source, new PtxFile(ptx, compiler.name()));
    } catch (UncheckedIOException _) {
      // A folder that cannot be written costs the time to compile again.
    }
    return ptx;
  }
}
