package tapeline.gpu.compiler;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// PTX as it is kept: its first line says which text it was made from, and by what.
///
/// @param compiler as `nvcc 13.0`
record PtxFile(String ptx, String compiler) {
  private static final int DIGITS = 12;

  /// The name of the file for a text: `softmax-4f1c09ab52d0.ptx`.
  static String name(CudaSource source) {
    return name(source, source.hash());
  }

  /// @param hash of the source
  static String name(CudaSource source, String hash) {
    return source.stem() + "-" + hash.substring(0, DIGITS) + ".ptx";
  }

  private static String firstLine(CudaSource source, String hash) {
    return "// made from " + source.file() + " (sha-256 " + hash + ") by ";
  }

  /// Returns whether a file of this name holds PTX of a file called like the source's.
  static boolean isNamedFor(CudaSource source, String name) {
    return name.startsWith(source.stem() + "-")
        && name.substring(source.stem().length()).matches("-[0-9a-f]{" + DIGITS + "}\\.ptx");
  }

  /// The content of a file; empty when there is none, or when it was made from another text with
  /// the same first digits.
  ///
  /// @param hash of the source
  static Optional<PtxFile> parse(CudaSource source, String hash, @Nullable String text) {
    if (text == null) {
      return Optional.empty();
    }
    var start = firstLine(source, hash);
    var plain = text.replace("\r\n", "\n");
    int end = plain.indexOf('\n');
    return end >= start.length() && plain.startsWith(start)
        ? Optional.of(new PtxFile(plain.substring(end + 1), plain.substring(start.length(), end)))
        : Optional.empty();
  }

  /// The file's text.
  String text(CudaSource source) {
    var tool = compiler.replaceAll(" \\(.*\\)$", ""); // not where it lay
    return firstLine(source, source.hash()) + tool + "\n" + ptx;
  }
}
