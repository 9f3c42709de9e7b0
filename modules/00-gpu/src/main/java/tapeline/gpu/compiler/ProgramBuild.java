package tapeline.gpu.compiler;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import tapeline.toolkit.Sha256;
import tapeline.toolkit.WholeFile;

/// Builds a whole CUDA program, `main` and kernels, by clang or nvcc: the PTX of each file, and an
/// executable for this machine whose runtime asks a device in another process.
public final class ProgramBuild {
  private static final String PROGRAM = "/tapeline/gpu/program/";
  private static final List<String> HEADERS =
      List.of(
          "tapeline_program.h",
          "tapeline_functions.h",
          "cuComplex.h",
          "cuda_runtime.h",
          "library_types.h",
          "tapeline_attributes.inc",
          "cooperative_groups.h",
          "tapeline_nvcc.h",
          "tapeline_nvcc.inc",
          "tapeline_arrays.h",
          "tapeline_arrays.inc",
          "tapeline_capture.inc",
          "tapeline_graph.inc",
          "tapeline_pools.inc",
          "tapeline_texture.h",
          "tapeline_runtime.cpp");

  /// The folder of headers that come before a toolkit's own.
  static final String LIBRARIES = "include/libraries";

  private static final List<String> BLAS =
      List.of("cublas_v2.h", "cublasLt.h", "tapeline_no_blas.inc");

  /// Headers of libraries that are refused in words.
  private static final List<String> REFUSED =
      List.of(
          "cublas.h",
          "cublasXt.h",
          "cudaD3D11.h",
          "cudaEGL.h",
          "cudaGL.h",
          "cudaVDPAU.h",
          "cuda_d3d11_interop.h",
          "cuda_egl_interop.h",
          "cuda_gl_interop.h",
          "cudnn.h",
          "cufft.h",
          "cufftXt.h",
          "cusolverDn.h",
          "cusolverSp.h",
          "cusparse.h",
          "nccl.h",
          "npp.h",
          "nvJitLink.h",
          "nvjpeg.h",
          "nvml.h",
          "nvrtc.h",
          "nvshmem.h");

  /// The marks that a program sets for a profiler, of which there is none.
  private static final String PROFILER =
      """
      #pragma once
      template <class... Any> int nvtxRangePush(Any...) { return 0; }
      template <class... Any> void nvtxMark(Any...) {}
      inline int nvtxRangePop() { return 0; }
      #define nvtxRangePushA nvtxRangePush
      #define nvtxMarkA nvtxMark
      """;

  /// OpenMP's functions for a compiler without it: one thread runs each region.
  private static final String ONE_THREAD =
      """
      #pragma once
      #include <time.h>
      static inline void omp_set_num_threads(int n) {}
      static inline int omp_get_num_threads(void) { return 1; }
      static inline int omp_get_max_threads(void) { return 1; }
      static inline int omp_get_thread_num(void) { return 0; }
      static inline int omp_get_num_procs(void) { return 1; }
      static inline int omp_in_parallel(void) { return 0; }
      static inline double omp_get_wtime(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return now.tv_sec + now.tv_nsec * 1e-9;
      }
      """;

  /// The numbers of `math_constants.h` that programs use.
  private static final String CONSTANTS =
      """
      #pragma once
      #define CUDART_INF_F __builtin_inff()
      #define CUDART_NAN_F __builtin_nanf("")
      #define CUDART_INF __builtin_inf()
      #define CUDART_NAN __builtin_nan("")
      #define CUDART_PI_F 3.141592654f
      #define CUDART_PI 3.1415926535897931
      #define CUDART_PIO2_F 1.570796327f
      #define CUDART_LN2_F 0.693147181f
      #define CUDART_L2E_F 1.442695041f
      #define CUDART_SQRT_HALF_F 0.707106781f
      #define CUDART_MAX_NORMAL_F 3.402823466e38f
      #define CUDART_MIN_DENORM_F 1.401298464e-45f
      """;

  /// Headers of a toolkit, old or new, whose declarations come before each file anyway.
  private static final List<String> KNOWN =
      List.of(
          "builtin_types.h",
          "channel_descriptor.h",
          "cuda.h",
          "device_atomic_functions.h",
          "device_functions.h",
          "device_launch_parameters.h",
          "driver_types.h",
          "host_defines.h",
          "math_functions.h",
          "sm_20_intrinsics.h",
          "sm_30_intrinsics.h",
          "sm_60_atomic_functions.h",
          "surface_types.h",
          "texture_fetch_functions.h",
          "texture_types.h",
          "vector_functions.h",
          "vector_types.h");

  /// Headers of a toolkit that a program may name besides.
  private static final Map<String, String> OTHERS =
      Map.ofEntries(
          Map.entry("curand.h", refusal("curand.h")),
          Map.entry("math_constants.h", CONSTANTS),
          Map.entry("nvToolsExt.h", PROFILER),
          Map.entry("nvtx3/nvToolsExt.h", PROFILER),
          Map.entry("cuda_profiler_api.h", ""),
          Map.entry("cuda_pipeline_primitives.h", "#include \"cuda_pipeline.h\"\n"),
          Map.entry("cuda_runtime_api.h", "#include \"cuda_runtime.h\"\n"),
          Map.entry("cooperative_groups/memcpy_async.h", "#include <cooperative_groups.h>\n"),
          Map.entry("cooperative_groups/reduce.h", "#include <cooperative_groups.h>\n"),
          Map.entry("cooperative_groups/scan.h", "#include <cooperative_groups.h>\n"),
          sync("atomic"),
          sync("barrier"),
          sync("std/array"),
          sync("std/atomic"),
          sync("std/chrono"),
          sync("std/utility"));

  private static Map.Entry<String, String> sync(String header) {
    return Map.entry("cuda/" + header, "#include <cuda_sync.h>\n");
  }

  private static String refusal(String header) {
    return "#error \"%s is outside of what is emulated\"\n".formatted(header);
  }

  private static final Pattern NO_MAIN = Pattern.compile("undefined \\w+(?: to|:) \\W?main\\b");

  /// The flag of a program whose kernels call functions of its other files.
  public static final String LINKS_DEVICE = "-rdc=true";

  private final List<HostCompiler> compilers;
  private final Path folder;
  private final List<String> flags;
  private final boolean linksDevice;

  /// @param folder for what is built
  /// @param given flags of the program's own: `-I`, `-D`, `-std=…`, `-fmad=false`, [#LINKS_DEVICE]
  /// @param chosen `clang`, `nvcc`, or empty for the first of them that builds the program
  /// @throws NoCudaCompiler when it is not there
  public ProgramBuild(Path folder, List<String> given, String chosen) {
    flags = given.stream().filter(flag -> !flag.equals(LINKS_DEVICE)).toList();
    linksDevice = flags.size() < given.size();
    compilers = HostCompiler.of(chosen, folder, flags);
    this.folder = folder;
  }

  /// The result of a build, with the compiler's output: its errors or warnings.
  ///
  /// @param compiled whether all files were, so that only the linker may have failed
  /// @param program the executable
  public record Built(boolean built, boolean compiled, Path program, String output) {}

  /// Builds one program of all sources: host code, and the PTX of the kernels beside it. Where no
  /// compiler can, the errors are those of the first; a part of CUDA that is refused is not tried
  /// again.
  ///
  /// @param architecture such as `sm_75`
  public Built build(List<Path> sources, String architecture) throws IOException {
    writeHeaders();
    var first = build(compilers.getFirst(), sources, architecture);
    if (first.built() || compilers.size() == 1 || first.output().contains(UserErrors.REFUSED)) {
      return first;
    }
    var second = build(compilers.getLast(), sources, architecture);
    return second.built() || second.output().contains(UserErrors.REFUSED) ? second : first;
  }

  /// Builds each file alone, and all of CUDA as one text where that leaves a kernel without a
  /// function or a variable of another file.
  private Built build(HostCompiler compiler, List<Path> sources, String architecture)
      throws IOException {
    var alone = linksDevice ? compiler.ofJoined() : compiler;
    var said = new StringBuilder();
    if (!compile(alone, sources, architecture, said)) {
      return built(false, false, said);
    }
    var lacking = linksDevice ? lacking(compiler, sources, built(false, true, said).output()) : "";
    var cuda = sources.stream().filter(ProgramBuild::isCuda).toList();
    if (lacking.isEmpty() || cuda.size() == 1) {
      var apart = link(alone, sources, said);
      return apart.built() && !lacking.isEmpty() ? absent(cuda, lacking) : apart;
    }
    var all = together(sources);
    said.setLength(0);
    boolean compiled = compile(alone, all, architecture, said);
    var joined = compiled ? link(alone, all, said) : built(false, false, said);
    var absent = joined.built() ? lacking(compiler, all, joined.output()) : "";
    if (!absent.isEmpty()) {
      return absent(cuda, absent);
    }
    var why =
        "tapeline: kernels use %s of another file, so all .cu files are compiled as one text\n"
            .formatted(lacking);
    return new Built(joined.built(), joined.compiled(), joined.program(), why + joined.output());
  }

  private Built absent(List<Path> cuda, String name) throws IOException {
    return new Built(false, true, program(), NameElsewhere.error(cuda, name));
  }

  /// Returns a name that a kernel uses and its file does not define; empty where there is none.
  private String lacking(HostCompiler compiler, List<Path> sources, String said)
      throws IOException {
    var texts = new StringBuilder(said);
    for (int i = 0; i < sources.size(); i++) {
      if (isCuda(sources.get(i))) {
        texts.append(Files.readString(compiler.ptx(i, object(i)), StandardCharsets.ISO_8859_1));
      }
    }
    return NameElsewhere.firstIn(texts);
  }

  /// Returns the sources with all those of CUDA as one text, in which a kernel finds the functions
  /// of each: no other linker of PTX is at hand.
  private List<Path> together(List<Path> sources) throws IOException {
    var text = new StringBuilder();
    var all = new ArrayList<Path>();
    for (var source : sources) {
      if (isCuda(source)) {
        text.append("#include \"%s\"\n".formatted(source.toAbsolutePath()));
      } else {
        all.add(source);
      }
    }
    all.add(Files.writeString(folder.resolve("together.cu"), text));
    return all;
  }

  private static boolean isCuda(Path source) {
    return source.toString().endsWith(".cu");
  }

  /// Makes the object of each source; whether all were compiled.
  private boolean compile(
      HostCompiler compiler, List<Path> sources, String architecture, StringBuilder said)
      throws IOException {
    for (int i = 0; i < sources.size(); i++) {
      var source = sources.get(i).toAbsolutePath();
      Predicate<List<String>> run = words -> run(compiler, said, words);
      boolean compiled =
          source.toString().endsWith(".c")
              ? run.test(c(source, object(i)))
              : compiler.compile(source, i, architecture, object(i), run);
      if (!compiled) {
        return false;
      }
    }
    return true;
  }

  /// Links the objects of sources.
  private Built link(HostCompiler compiler, List<Path> sources, StringBuilder said)
      throws IOException {
    var objects = new ArrayList<Path>();
    for (int i = 0; i < sources.size(); i++) {
      objects.add(object(i));
    }
    var words = new ArrayList<>(compiler.link(objects));
    objects.add(runtime(compiler, said));
    objects.forEach(object -> words.add(object.toString()));
    words.addAll(List.of("-o", program().toString()));
    boolean linked = run(compiler, said, words);
    if (!linked && NO_MAIN.matcher(said).find()) {
      said.insert(0, "a program begins with main, and none of %s has one\n".formatted(sources));
    }
    return built(linked, true, said);
  }

  private Path object(int i) {
    return folder.resolve("host" + i + ".o");
  }

  private Path program() {
    return folder.resolve("program");
  }

  private Built built(boolean built, boolean compiled, CharSequence said) {
    return new Built(
        built,
        compiled,
        program(),
        UserErrors.of(said.toString(), folder.resolve("include").toAbsolutePath()));
  }

  /// The words for a file in C, which are the same for each compiler.
  private List<String> c(Path source, Path object) {
    var words = new ArrayList<>(List.of("-g", "-O1", "-w"));
    flags.stream().filter(flag -> flag.matches("-[DI].*")).forEach(words::add);
    words.addAll(List.of("-isystem", folder.resolve("include").toString())); // behind nvcc's own
    words.addAll(List.of("-c", "-o", object.toString(), source.toString()));
    return words;
  }

  /// The host's side of the device, compiled once for this compiler and kept.
  private Path runtime(HostCompiler compiler, StringBuilder said) throws IOException {
    var text = new StringBuilder(compiler.program().toString());
    text.append(Files.getLastModifiedTime(compiler.program()));
    for (var header : HEADERS) {
      text.append(Files.readString(Path.of(include(header))));
    }
    var kept = UserFolder.path().resolve("program").resolve(Sha256.of(text.toString()) + ".o");
    if (!Files.exists(kept)) {
      var made = folder.resolve("runtime.o");
      var words = new ArrayList<>(compiler.runtime());
      words.addAll(List.of("-c", "-o", made.toString(), include("tapeline_runtime.cpp")));
      if (!run(compiler, said, words)) {
        return made;
      }
      WholeFile.write(kept, part -> Files.copy(made, part));
    }
    return kept;
  }

  private String include(String name) {
    return folder.resolve("include").resolve(name).toString();
  }

  private boolean run(HostCompiler compiler, StringBuilder said, List<String> words) {
    var command = new ArrayList<>(List.of(compiler.program().toString()));
    command.addAll(words);
    var result = CommandLine.run(Path.of("").toAbsolutePath(), command, Map.of());
    said.append(result.output());
    return result.status() == 0;
  }

  private static String header(String name) throws IOException {
    try (var in =
        Objects.requireNonNull(ProgramBuild.class.getResourceAsStream(PROGRAM + name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void writeHeaders() throws IOException {
    var include = folder.resolve("include");
    Files.createDirectories(include);
    for (var name : HEADERS) {
      Files.writeString(include.resolve(name), header(name));
    }
    Files.writeString(include.resolve("clang_prelude.h"), Prelude.clang(), StandardCharsets.UTF_8);
    for (var header : Prelude.included().entrySet()) {
      Files.writeString(include.resolve(header.getKey()), header.getValue());
    }
    for (var known : KNOWN) {
      Files.writeString(include.resolve(known), "");
    }
    for (var other : OTHERS.entrySet()) {
      Files.createDirectories(include.resolve(other.getKey()).getParent());
      Files.writeString(include.resolve(other.getKey()), other.getValue());
    }
    var libraries = Files.createDirectories(folder.resolve(LIBRARIES));
    Files.writeString(libraries.resolve("cublas_api.h"), "#include \"cublas_v2.h\"\n");
    for (var name : BLAS) {
      Files.writeString(libraries.resolve(name), header(name));
    }
    Files.writeString(libraries.resolve("omp.h"), ONE_THREAD);
    for (var name : REFUSED) {
      Files.writeString(libraries.resolve(name), refusal(name));
    }
  }
}
