package tapeline.gpu.compiler;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tapeline.toolkit.Sha256;

/// Builds a whole CUDA program, `main` and kernels, by clang alone: the PTX of each file, and an
/// executable for this machine whose runtime asks a device in another process.
public final class ProgramBuild {
  private static final String PROGRAM = "/tapeline/gpu/program/";
  private static final List<String> HEADERS =
      List.of(
          "tapeline_program.h", "cuda_runtime.h", "cooperative_groups.h", "tapeline_runtime.cpp");

  /// Headers of a toolkit that a program may name besides.
  private static final Map<String, String> OTHERS =
      Map.of(
          "cuda.h", "",
          "device_launch_parameters.h", "",
          "cuda_profiler_api.h", "",
          "cuda_runtime_api.h", "#include \"cuda_runtime.h\"\n",
          "cooperative_groups/reduce.h", "#include \"../cooperative_groups.h\"\n");

  private final Path clang;
  private final Path folder;
  private final List<String> flags;

  /// @param folder for what is built
  /// @param flags of the program's own: `-I`, `-D`, `-std=…`
  /// @throws NoCudaCompiler when there is no clang that knows NVIDIA's cards
  public ProgramBuild(Path folder, List<String> flags) {
    clang =
        ProgramCompiler.clangProgram()
            .orElseThrow(() ->
                new NoCudaCompiler(
                    "a program with a main is compiled by clang, its kernels and its host code, and"
                        + " there is none. "
                        + Platform.here().install()));
    this.folder = folder;
    this.flags = List.copyOf(flags);
  }

  /// Whether it was built, and what the compiler said: its errors, or warnings.
  ///
  /// @param program the executable
  public record Built(boolean built, Path program, String output) {}

  /// Builds one program of all sources: host code, and the PTX of the kernels beside it.
  ///
  /// @param architecture as `sm_75`
  public Built build(List<Path> sources, String architecture) throws IOException {
    writeHeaders();
    var said = new StringBuilder();
    var objects = new ArrayList<String>();
    for (int i = 0; i < sources.size(); i++) {
      var source = sources.get(i).toAbsolutePath();
      var ptx = folder.resolve("kernels" + i + ".ptx");
      var name = Files.writeString(folder.resolve("kernels" + i + ".name"), ptx + "\n");
      var object = folder.resolve("host" + i + ".o");
      boolean device =
          clang(
              said,
              language("--cuda-device-only", "--cuda-gpu-arch=" + architecture, "-O3"),
              List.of("-gline-directives-only", "-Xclang", "-target-feature", "-Xclang", "+ptx70"),
              List.of("-S", "-o", ptx.toString(), source.toString()));
      if (!device) {
        return new Built(false, folder, said.toString());
      }
      Files.writeString(ptx, PtxText.tidy(Files.readString(ptx), source.getFileName().toString()));
      boolean host =
          clang(
              said,
              language("--cuda-host-only", "-O1", "-g", "-fno-optimize-sibling-calls"),
              List.of("-Xclang", "-fcuda-include-gpubinary", "-Xclang", name.toString(), "-w"),
              List.of("-c", "-o", object.toString(), source.toString()));
      if (!host) {
        return new Built(false, folder, said.toString());
      }
      objects.add(object.toString());
    }
    var program = folder.resolve("program");
    objects.addAll(
        List.of(runtime(said).toString(), "-no-pie", "-pthread", "-lm", "-o", program.toString()));
    boolean linked = clang(said, objects);
    return new Built(linked, program, said.toString());
  }

  /// The host's side of the device, compiled once for this compiler and kept.
  private Path runtime(StringBuilder said) throws IOException {
    var text =
        Files.readString(Path.of(include("tapeline_runtime.cpp")))
            + Files.readString(Path.of(include("cuda_runtime.h")))
            + clang
            + Files.getLastModifiedTime(clang);
    var kept = UserFolder.path().resolve("program").resolve(Sha256.of(text) + ".o");
    if (!Files.exists(kept)) {
      var made = folder.resolve("runtime.o");
      var source = List.of(include("tapeline_runtime.cpp"), "-c", "-o", made.toString());
      if (!clang(said, List.of("-std=c++17", "-O1"), source)) {
        return made;
      }
      Files.createDirectories(kept.getParent());
      var part = Files.createTempFile(kept.getParent(), "runtime", ".part");
      Files.copy(made, part, StandardCopyOption.REPLACE_EXISTING);
      Files.move(part, kept, StandardCopyOption.REPLACE_EXISTING);
    }
    return kept;
  }

  private List<String> language(String... part) {
    var all = new ArrayList<>(List.of("-x", "cuda"));
    all.addAll(List.of(part));
    all.addAll(
        List.of(
            "--cuda-path=" + folder,
            "-nocudainc",
            "-nocudalib",
            "-isystem",
            include(""),
            "-include",
            include("tapeline_program.h"),
            "-fdeclspec",
            "-Wno-unknown-cuda-version",
            "-fno-caret-diagnostics"));
    if (flags.stream().noneMatch(f -> f.startsWith("-std="))) {
      all.add("-std=c++17");
    }
    all.addAll(flags);
    return all;
  }

  private String include(String name) {
    return folder.resolve("include").resolve(name).toString();
  }

  @SafeVarargs
  private boolean clang(StringBuilder said, List<String>... parts) {
    var command = new ArrayList<>(List.of(clang.toString(), "--driver-mode=g++"));
    for (var part : parts) {
      command.addAll(part);
    }
    var result = CommandLine.run(Path.of("").toAbsolutePath(), command, Map.of());
    said.append(result.output());
    return result.status() == 0;
  }

  private void writeHeaders() throws IOException {
    var include = folder.resolve("include");
    Files.createDirectories(include.resolve("cooperative_groups"));
    for (var name : HEADERS) {
      try (var in =
          Objects.requireNonNull(ProgramBuild.class.getResourceAsStream(PROGRAM + name), name)) {
        Files.write(include.resolve(name), in.readAllBytes());
      }
    }
    Files.writeString(include.resolve("clang_prelude.h"), Prelude.clang(), StandardCharsets.UTF_8);
    for (var other : OTHERS.entrySet()) {
      Files.writeString(include.resolve(other.getKey()), other.getValue());
    }
  }
}
