package tapeline.gpu.compiler;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuKernel;
import tapeline.gpu.GpuModule;
import tapeline.toolkit.Todo;

/// The `.cu` files in a folder of the class path, compiled when they are first asked for.
///
/// ```java
/// var kernels = KernelLibrary.of("cuda", Transposing.class.getClassLoader());
/// var transpose = kernels.kernel(gpu, "transpose.cu", "transpose");
/// transpose.launch(GpuLaunch.of(…), x, y, rows, columns);
/// ```
///
/// The PTX of the course's own texts comes with this class, and needs no compiler; see
/// [KernelCompiler] for the others.
public final class KernelLibrary {
  private final ClassPathFolder folder;
  private final KernelCompiler compiler;
  private final Map<String, String> compiled = new HashMap<>();

  /// By PTX. A GPU holds its modules, and a module its GPU: none of them is kept alive from here.
  private final Map<Gpu, Map<String, WeakReference<GpuModule>>> loaded = new WeakHashMap<>();

  KernelLibrary(ClassPathFolder folder, KernelCompiler compiler) {
    this.folder = folder;
    this.compiler = compiler;
  }

  /// The kernels in a folder of the class path that `loader` knows.
  ///
  /// @param folder its name, as `cuda`
  public static KernelLibrary of(String folder, ClassLoader loader) {
    return new KernelLibrary(new ClassPathFolder(folder, loader), KernelCompiler.standard());
  }

  /// The text of a file, as `transpose.cu`.
  ///
  /// @throws IllegalArgumentException when there is no such file: says which there are
  public CudaSource source(String file) {
    return new CudaSource(
        file,
        folder
            .text(file)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "there is no %s in the folder %s of the class path; there are %s"
                        .formatted(file, folder.name(), kernels()))));
  }

  private List<String> kernels() {
    return folder.files().stream().filter(f -> f.endsWith(".cu")).sorted().toList();
  }

  /// The PTX of a file.
  ///
  /// @throws Todo when the file is an exercise that is still to be written
  /// @throws CudaCompileError when it has an error: says where
  /// @throws NoCudaCompiler when its PTX is kept nowhere and there is no compiler
  public synchronized String ptx(String file) {
    var known = compiled.get(file);
    if (known != null) {
      return known;
    }
    var ptx = compiler.ptx(source(file));
    compiled.put(file, ptx);
    return ptx;
  }

  /// Writes the PTX of all files to a folder: with `-Dtapeline.ptx=…` they need no compiler there.
  /// Exercises that are still to be written are left out.
  ///
  /// @throws CudaCompileError when a file has an error: says where
  /// @throws NoCudaCompiler when the PTX of one is kept nowhere and there is no compiler
  public void writePtx(Path to) {
    for (var file : kernels()) {
      try {
        new PtxCache(to).put(source(file), new PtxFile(ptx(file), "another machine"));
      } catch (Todo _) {
        // There is nothing to compile yet.
      }
    }
  }

  /// A kernel on a GPU, which loads each file once.
  ///
  /// @param kernel its name in the file
  /// @throws IllegalArgumentException when there is no such file or kernel: says which there are
  public synchronized GpuKernel kernel(Gpu gpu, String file, String kernel) {
    var ptx = ptx(file);
    var modules = loaded.computeIfAbsent(gpu, _ -> new HashMap<>());
    var known = modules.get(ptx);
    var module = known == null ? null : known.get();
    if (module == null) {
      module = gpu.load(ptx);
      modules.put(ptx, new WeakReference<>(module));
    }
    return module.kernel(kernel);
  }
}
