package tapeline.gpu.compiler;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// `nvcc` with its own headers, and a runtime of ours in place of NVIDIA's. The PTX is in the
/// object, where the runtime finds it.
record NvccHost(Path program, Path folder, List<String> flags) implements HostCompiler {
  @Override
  public boolean compile(
      Path source, int number, String architecture, Path object, Predicate<List<String>> run) {
    var all = new ArrayList<>(List.of("-arch=" + architecture.replace("sm_", "compute_")));
    all.addAll(List.of("-lineinfo", "--no-compress", "-g", "-O1"));
    all.addAll(List.of("--extended-lambda", "--expt-relaxed-constexpr"));
    all.addAll(List.of("-Xcompiler", "-fno-optimize-sibling-calls,-w"));
    // Textures and surfaces are the course's.
    all.addAll(List.of("-D__TEXTURE_INDIRECT_FUNCTIONS_H__", "-D__SURFACE_INDIRECT_FUNCTIONS_H__"));
    if (source.toString().endsWith(".cu")) { // nvcc, too, adds nothing to a file in C++
      all.addAll(List.of("-include", folder.resolve("include/tapeline_nvcc.h").toString()));
    }
    // A toolkit may have been installed without cuRAND: then the course's header serves.
    all.addAll(List.of("-Xcompiler", "-idirafter," + folder.resolve("include")));
    if (flags.stream().noneMatch(f -> f.startsWith("-std="))) {
      all.add("-std=c++17");
    }
    all.addAll(flags);
    all.addAll(List.of("-I", folder.resolve(ProgramBuild.LIBRARIES).toString()));
    all.addAll(List.of("-c", "-o", object.toString(), source.toString()));
    return run.test(all);
  }

  @Override
  public Path ptx(int number, Path object) {
    return object;
  }

  @Override
  public List<String> runtime() {
    return List.of("-x", "c++", "-std=c++17", "-O1", "-DTAPELINE_NVCC");
  }

  @Override
  public List<String> link() {
    return List.of("-cudart", "none", "-Xcompiler", "-no-pie,-pthread");
  }
}
