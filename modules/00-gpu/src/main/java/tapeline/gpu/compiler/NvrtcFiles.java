package tapeline.gpu.compiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The search for NVRTC's libraries on this machine.
final class NvrtcFiles {
  private NvrtcFiles() {}

  // libnvrtc.so, libnvrtc.so.12, libnvrtc.so.12.9.86; nvrtc64_120_0.dll; and their builtins
  private static final Pattern LIBRARY =
      Pattern.compile("libnvrtc\\.so(\\.[\\d.]+)?|nvrtc64_[\\d_]+\\.dll");
  private static final Pattern BUILTINS =
      Pattern.compile("libnvrtc-builtins\\.so(\\.[\\d.]+)?|nvrtc-builtins64_\\d+\\.dll");

  /// Returns the folders into which toolkits and distributions put NVRTC.
  static List<Path> installed() {
    var folders = new ArrayList<Path>();
    for (var toolkit : CommandLine.toolkits()) {
      for (var inside : List.of("lib64", "lib", "bin/x64", "bin")) {
        folders.add(toolkit.resolve(inside));
      }
    }
    for (var system : List.of("x86_64-linux-gnu", "aarch64-linux-gnu")) {
      folders.add(Path.of("/usr/lib", system));
    }
    folders.add(Path.of("/usr/lib64"));
    return folders;
  }

  /// NVRTC from the first of these folders where it can be used.
  ///
  /// @throws UnusableCompiler when it is somewhere, and can be used nowhere
  static Optional<CudaCompiler> load(List<Path> folders) {
    var unusable = new ArrayList<String>();
    for (var folder : folders) {
      var library = newest(folder, LIBRARY);
      if (library.isPresent()) {
        try {
          return Optional.of(load(library.get(), newest(folder, BUILTINS)));
        } catch (UnusableCompiler e) {
          unusable.add(e.getMessage());
        }
      }
    }
    if (!unusable.isEmpty()) {
      throw new UnusableCompiler(String.join("; ", unusable));
    }
    return Optional.empty();
  }

  private static CudaCompiler load(Path library, Optional<Path> builtins) {
    if (builtins.isEmpty()) {
      throw new UnusableCompiler(library + " needs a libnvrtc-builtins beside it");
    }
    try {
      return new Nvrtc(library, builtins.get());
    } catch (IllegalArgumentException e) {
      throw new UnusableCompiler("%s cannot be loaded: %s".formatted(library, e.getMessage()), e);
    }
  }

  /// The file with the highest version in its name.
  private static Optional<Path> newest(Path folder, Pattern name) {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (var files = Files.list(folder)) {
      return files
          .filter(f -> name.matcher(f.getFileName().toString()).matches())
          .max(Comparator.comparing(NvrtcFiles::version));
    } catch (IOException e) {
      throw new UncheckedIOException("looking for NVRTC in " + folder, e);
    }
  }

  /// `12.9.86` as a text that sorts as the version does.
  private static String version(Path file) {
    var text = new StringBuilder();
    var number = Pattern.compile("\\d+").matcher(file.getFileName().toString());
    while (number.find()) {
      text.append("%06d.".formatted(Integer.parseInt(number.group())));
    }
    return text.toString();
  }
}
