package tapeline.gpu.compiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tapeline.toolkit.ProgressBar;

/// NVRTC from Maven Central, for machines with no CUDA compiler: 45 MB out of a jar of 362.
///
/// It is NVIDIA's, under its licence: everyone may download it, nobody may pass it on. So it is
/// asked for, and kept in the user's own folder, never in the course's.
final class NvrtcDownload {
  private static final String VERSION = "12.9-9.10-1.5.12";
  private static final String JAR =
      "org/bytedeco/cuda-redist/" + VERSION + "/cuda-redist-" + VERSION + "-%s.jar";

  /// The two libraries of a platform, and their SHA-256.
  private static final Map<String, Map<String, String>> FILES =
      Map.of(
          "linux-x86_64",
          Map.of(
              "libnvrtc.so.12",
              "c3430e8b6b0d8d3a74f5f839118a85e13e3ad6e4d6203ea1b6a27a0c0b4fe10a",
              "libnvrtc-builtins.so.12.9",
              "6507cf33450cfb22970c2c1e7aa8e7c0a33e39d864720277b05f61a92791e2e8"),
          "linux-arm64",
          Map.of(
              "libnvrtc.so.12",
              "3ecd3e0cd29d88f8ed77dbac4bd6467fe58d2ca270a182d0612f95dcab11bd64",
              "libnvrtc-builtins.so.12.9",
              "fa791107a53e7e38bbcf28cd8223c62bd91445227634537d1e71a4b3cbd6920d"),
          "windows-x86_64",
          Map.of(
              "nvrtc64_120_0.dll",
              "0cc63349fedffeec1660b30955e8028b6e4e4c26cf1e41c56dc4569fd5eca82c",
              "nvrtc-builtins64_129.dll",
              "c405226b0b394ed8bdc593bb1419b94a989f93248ed2873e8f2e0e27c1688ca1"));

  private final Path folder;

  /// @param folder where it is kept
  NvrtcDownload(Path folder) {
    this.folder = folder.resolve("nvrtc-12.9");
  }

  /// The one that was downloaded before.
  Optional<CudaCompiler> present() {
    return NvrtcFiles.load(List.of(folder));
  }

  /// Downloads it, if there is one for this machine and the answer to the question is yes.
  ///
  /// @throws UncheckedIOException when the download fails: what came so far is deleted
  Optional<CudaCompiler> offer(Predicate<String> ask) {
    var platform = platform();
    if (platform.isEmpty()
        || !ask.test(
            "No CUDA compiler is installed here. Download NVIDIA's NVRTC 12.9 from Maven Central?"
                + " (45 MB, to "
                + folder
                + "; NVIDIA's licence: https://docs.nvidia.com/cuda/eula)")) {
      return Optional.empty();
    }
    try {
      var repository = MavenRepository.find();
      var zip = new RemoteZip(repository.resolve(JAR.formatted(platform.get())));
      fetch(zip, FILES.getOrDefault(platform.get(), Map.of()));
    } catch (IOException e) {
      throw new UncheckedIOException("downloading NVRTC: " + e.getMessage(), e);
    }
    return present();
  }

  /// The name that Maven artifacts have for this machine; empty where NVRTC has none (macOS).
  private static Optional<String> platform() {
    var system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    var processor = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x86_64";
    var name = (system.contains("windows") ? "windows-" : system + "-") + processor;
    return FILES.containsKey(name) ? Optional.of(name) : Optional.empty();
  }

  private void fetch(RemoteZip zip, Map<String, String> hashes) throws IOException {
    var wanted =
        zip.entries().values().stream()
            .filter(e -> hashes.containsKey(e.name().substring(e.name().lastIndexOf('/') + 1)))
            .toList();
    long bytes = wanted.stream().mapToLong(RemoteZip.Entry::size).sum();
    var part = Files.createDirectories(folder.resolveSibling(folder.getFileName() + ".part"));
    try (var bar = ProgressBar.of("NVRTC (bytes)", bytes)) {
      for (var entry : wanted) {
        var name = entry.name().substring(entry.name().lastIndexOf('/') + 1);
        copy(zip, entry, part.resolve(name), hashes.getOrDefault(name, ""), bar);
      }
    }
    Files.move(part, folder, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void copy(
      RemoteZip zip, RemoteZip.Entry entry, Path to, String hash, ProgressBar bar)
      throws IOException {
    var digest = sha256();
    try (var in = new DigestInputStream(zip.open(entry), digest);
        var out = Files.newOutputStream(to)) {
      var buffer = new byte[1 << 18];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
        bar.step(n);
      }
    }
    var got = HexFormat.of().formatHex(digest.digest());
    if (!got.equals(hash)) {
      Files.delete(to);
      throw new IOException("%s has SHA-256 %s, expected %s".formatted(entry.name(), got, hash));
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }
}
