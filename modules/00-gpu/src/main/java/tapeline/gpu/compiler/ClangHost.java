package tapeline.gpu.compiler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// `clang`, with headers of ours: the PTX of a file is written beside its object, which has the
/// PTX's name in place of code.
record ClangHost(Path program, Path folder, List<String> flags) implements HostCompiler {
  /// How code of the device is compiled. The pass that is left out would make of a vector's load as
  /// many loads as are used, each at the line of its use. A loop without end or effect stays, as
  /// nvcc has it: C++ allows a compiler to take it, and all that stands before it, for dead.
  static final List<String> DEVICE =
      List.of(
          "-O3",
          "-gline-directives-only",
          "-fno-finite-loops",
          "-mllvm",
          "-disable-vector-combine",
          "-mllvm",
          "-disable-licm-promotion",
          "-Xclang",
          "-target-feature",
          "-Xclang",
          "+ptx70");

  private static final String GNU = "--driver-mode=g++";

  @Override
  public boolean compile(
      Path source, int number, String architecture, Path object, Predicate<List<String>> run)
      throws IOException {
    if (source.toString().matches(".*\\.(cpp|cc|cxx)") && isCompiledAsCpp(source, object)) {
      return true;
    }
    var ptx = ptx(number, object);
    var device = language("--cuda-device-only", "--cuda-gpu-arch=" + architecture);
    device.addAll(DEVICE);
    device.addAll(List.of("-S", "-o", ptx.toString(), source.toString()));
    if (!run.test(device)) {
      return false;
    }
    Files.writeString(ptx, PtxText.tidy(Files.readString(ptx), source.getFileName().toString()));
    var name = folder.resolve("kernels" + number + ".name");
    Files.writeString(name, ptx + "\n");
    var host = language("--cuda-host-only", "-O1", "-g", "-fno-optimize-sibling-calls");
    host.addAll(List.of("-Xclang", "-fcuda-include-gpubinary", "-Xclang", name.toString(), "-w"));
    host.addAll(List.of("-c", "-o", object.toString(), source.toString()));
    return run.test(host);
  }

  /// Compiles a file that needs nothing of CUDA as C++ alone, where it may have names of its own
  /// such as `uchar4`; false where it does need something, or is wrong.
  private boolean isCompiledAsCpp(Path source, Path object) {
    var words = new ArrayList<>(List.of(program.toString()));
    words.addAll(common(GNU, "-x", "c++", "-O1", "-g", "-w"));
    words.addAll(List.of("-c", "-o", object.toString(), source.toString()));
    return CommandLine.run(Path.of("").toAbsolutePath(), words, Map.of()).status() == 0;
  }

  private List<String> language(String... part) {
    var all = common(GNU, "-x", "cuda", "--cuda-path=" + folder, "-nocudainc", "-nocudalib");
    all.addAll(List.of(part));
    all.addAll(
        List.of(
            "-include",
            folder.resolve("include/tapeline_program.h").toString(),
            "-fdeclspec",
            "-Wno-unknown-cuda-version",
            "-fno-caret-diagnostics"));
    return all;
  }

  private List<String> common(String... begin) {
    var all = new ArrayList<>(List.of(begin));
    for (var headers : List.of(ProgramBuild.LIBRARIES, "include")) {
      all.addAll(List.of("-isystem", folder.resolve(headers).toString()));
    }
    if (flags.stream().noneMatch(f -> f.startsWith("-std="))) {
      all.add("-std=c++17");
    }
    flags.forEach(flag -> all.add(flag.equals("-fmad=false") ? "-ffp-contract=off" : flag));
    return all;
  }

  @Override
  public Path ptx(int number, Path object) {
    return folder.resolve("kernels" + number + ".ptx");
  }

  @Override
  public List<String> runtime() {
    return List.of(GNU, "-std=c++17", "-O1");
  }

  @Override
  public List<String> link(List<Path> objects) {
    return List.of(GNU, "-no-pie", "-pthread", "-lm");
  }
}
