package tapeline.gpu.compiler.download;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A compiler that any user may download, out of jars that lie on Maven Central for the sake of
/// Java programs. Nothing of it is the course's: it is asked for, and kept in the user's folder.
///
/// @param word chooses it, as the environment variable `TAPELINE_CUDA` does
/// @param name with its version
/// @param licence whose it is, and where that stands
/// @param jar in a Maven repository; `%s` is the platform's name
/// @param builds by platform
public record Downloadable(
    String word, String name, String licence, String jar, Map<String, Build> builds) {

  /// The files that a platform needs, and their size.
  ///
  /// @param fetched megabytes
  /// @param kept megabytes
  public record Build(int fetched, int kept, List<File> files) {}

  /// A file.
  ///
  /// @param name its last name in the jar, under which it is kept
  public record File(String name, String sha256) {}

  /// NVIDIA's compiler as a library. There is none for macOS.
  public static final Downloadable NVRTC =
      new Downloadable(
          "download-nvrtc",
          "NVRTC 12.9",
          "NVIDIA's licence: https://docs.nvidia.com/cuda/eula",
          jar("cuda-redist", "12.9-9.10-1.5.12"),
          Map.of(
              "linux-x86_64",
              new Build(
                  45,
                  113,
                  List.of(
                      new File(
                          "libnvrtc.so.12",
                          "c3430e8b6b0d8d3a74f5f839118a85e13e3ad6e4d6203ea1b6a27a0c0b4fe10a"),
                      new File(
                          "libnvrtc-builtins.so.12.9",
                          "6507cf33450cfb22970c2c1e7aa8e7c0a33e39d864720277b05f61a92791e2e8"))),
              "linux-arm64",
              new Build(
                  45,
                  109,
                  List.of(
                      new File(
                          "libnvrtc.so.12",
                          "3ecd3e0cd29d88f8ed77dbac4bd6467fe58d2ca270a182d0612f95dcab11bd64"),
                      new File(
                          "libnvrtc-builtins.so.12.9",
                          "fa791107a53e7e38bbcf28cd8223c62bd91445227634537d1e71a4b3cbd6920d"))),
              "windows-x86_64",
              new Build(
                  39,
                  97,
                  List.of(
                      new File(
                          "nvrtc64_120_0.dll",
                          "0cc63349fedffeec1660b30955e8028b6e4e4c26cf1e41c56dc4569fd5eca82c"),
                      new File(
                          "nvrtc-builtins64_129.dll",
                          "c405226b0b394ed8bdc593bb1419b94a989f93248ed2873e8f2e0e27c1688ca1")))));

  /// The program `clang`, which reads the prelude, and its two libraries: it needs no headers of
  /// its own, and macOS 13.7 or later. Where there is NVRTC, that is a third of the size.
  public static final Downloadable LLVM =
      new Downloadable(
          "download-llvm",
          "clang of LLVM 20.1",
          "Apache License 2.0 with LLVM exceptions: https://llvm.org/LICENSE.txt",
          jar("llvm", "20.1.7-1.5.12"),
          Map.of(
              "macosx-arm64",
              new Build(
                  60,
                  202,
                  List.of(
                      new File(
                          "clang",
                          "3423a946cf3ec14d20cd6f2ccac12da307d9fe846bc8ae4c7692a6c475daf61f"),
                      new File(
                          "libLLVM.dylib",
                          "d3259594253b4122d91e9c6689127aba75a66e102b11d79ba942e336e3b8ab07"),
                      new File(
                          "libclang-cpp.dylib",
                          "f2aee19c111ff7a3480cc104bc9bf791f9083abbf32c244663f74ff25c11b46f"))),
              "macosx-x86_64",
              new Build(
                  63,
                  213,
                  List.of(
                      new File(
                          "clang",
                          "0d61b2dda4a85f775104d8030bb4147257e498282094eaa668b0e3053e20b496"),
                      new File(
                          "libLLVM.dylib",
                          "980bc1f4e65221b32e1c89fb5b75d591d97455a32903bb45ff9baf363e17fa3b"),
                      new File(
                          "libclang-cpp.dylib",
                          "ecb7611502816f7f21cbaa903f0a8d6369c417d10ee44108e3c4de75f92d9692")))));

  private static String jar(String artifact, String version) {
    return "org/bytedeco/%1$s/%2$s/%1$s-%2$s-%%s.jar".formatted(artifact, version);
  }

  /// Returns the downloads that exist for a platform such as `macosx-arm64`.
  public static List<Downloadable> of(String platform) {
    return Stream.of(NVRTC, LLVM).filter(d -> d.builds.containsKey(platform)).toList();
  }
}
