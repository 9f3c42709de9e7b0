package tapeline.gpu.compiler;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// `nvcc` with its own headers, and a runtime of ours in place of NVIDIA's. The PTX is in the
/// object, where the runtime finds it.
record NvccHost(Path program, Path folder, List<String> flags) implements HostCompiler {
  private static final Pattern WAITS = Pattern.compile("__cudaRegisterLinkedBinary\\w+");

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

  /// Returns words by which the runtime registers an object that waits for NVIDIA's linker: there
  /// is one text of PTX, so nothing of the device is to be linked.
  @Override
  public List<String> link(List<Path> objects) throws IOException {
    var all = new ArrayList<>(List.of("-cudart", "none", "-nodlink"));
    all.addAll(List.of("-Xcompiler", "-no-pie,-pthread"));
    for (var object : objects) {
      var waits = WAITS.matcher(Files.readString(object, StandardCharsets.ISO_8859_1));
      if (waits.find()) {
        all.addAll(List.of("-Xlinker", "--defsym=%s=tapeline_linked".formatted(waits.group())));
      }
    }
    return all;
  }

  @Override
  public HostCompiler ofJoined() {
    var all = new ArrayList<>(flags);
    all.add(ProgramBuild.LINKS_DEVICE);
    return new NvccHost(program, folder, all);
  }
}
