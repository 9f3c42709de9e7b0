package tapeline.gpu.compiler;

import java.util.Locale;

/// A kind of machine, as far as compilers for it differ.
///
/// @param processor as libraries name it: `x86_64`, `arm64`, or as Java does
record Platform(Family family, String processor) {
  /// Kinds of systems.
  enum Family {
    LINUX("linux"),
    MACOS("macosx"),
    WINDOWS("windows"),
    OTHER("other");

    private final String word;

    Family(String word) {
      this.word = word;
    }
  }

  /// This machine.
  static Platform here() {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  /// The one that Java calls so: `Mac OS X` and `aarch64`, `Windows 11` and `amd64`.
  static Platform of(String system, String processor) {
    var name = system.toLowerCase(Locale.ROOT);
    var family =
        name.contains("windows")
            ? Family.WINDOWS
            : name.contains("mac")
                ? Family.MACOS
                : name.contains("linux") ? Family.LINUX : Family.OTHER;
    return new Platform(
        family,
        switch (processor) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64", "arm64" -> "arm64";
          default -> processor;
        });
  }

  /// The name that jars with native files have for it, as `macosx-arm64`.
  String artifact() {
    return family.word + "-" + processor;
  }

  /// A sentence that says how to install a CUDA compiler here.
  String install() {
    return switch (family) {
      case LINUX -> "On Debian and Ubuntu 'apt install clang' installs one.";
      case MACOS -> "'brew install llvm' installs one; Apple's own clang does not know the cards.";
      case WINDOWS -> "NVIDIA's CUDA toolkit has one: https://developer.nvidia.com/cuda-downloads";
      case OTHER -> "A clang that was built with the NVPTX target is one.";
    };
  }
}
