package tapeline.gpu.compiler;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import tapeline.gpu.KernelSignature;

/// Finds the functions and variables that a kernel uses and its file does not define.
final class NameElsewhere {
  /// Finds what a kernel uses of another file, in PTX, and in the words by which nvcc says that it
  /// takes a variable for the file's own; not what comes with CUDA.
  private static final Pattern ELSEWHERE =
      Pattern.compile(
          "(?:\\.extern\\s+\\.(?:func|global|const)\\b(?:\\s+(?:\\([^)]*\\)|\\.\\w+|\\d+))*+\\s+"
              + "|extern declaration of the entity \"?)(?!(?:vprintf|__assert_?fail|malloc|free"
              + "|__cxa_\\w+|_Zn[wa]\\w+|_Zd[la]\\w+|_*cuda\\w+"
              + "|__(?:nv|cnp)\\w+)\\b)(?<name>[\\w$]+)");

  private static final Pattern REMARK = Pattern.compile("//.*|(?s:/\\*.*?\\*/)");

  private NameElsewhere() {}

  /// Returns the first such name in PTX and compilers' words; empty where there is none.
  static String firstIn(CharSequence texts) {
    var name = ELSEWHERE.matcher(texts);
    return name.find() ? KernelSignature.sourceName(name.group("name")) : "";
  }

  /// Returns the error for a name that no file defines, at the first line of code that declares or
  /// calls it, or else has it.
  static String error(List<Path> sources, String name) throws IOException {
    var word = "\\b" + Pattern.quote(name.replaceFirst(".*::", "")) + "\\b";
    for (var sought : List.of("\\bextern\\b.*" + word + "|" + word + "\\s*\\(", word)) {
      for (var source : sources) {
        var text = Files.readString(source, StandardCharsets.ISO_8859_1);
        var code = REMARK.matcher(text).replaceAll(m -> m.group().replaceAll("[^\n]", ""));
        var found = Pattern.compile(sought).matcher(code);
        if (found.find()) {
          long line = 1 + code.substring(0, found.start()).chars().filter(c -> c == '\n').count();
          return "%s:%d: error: kernels use %s, and no file of the program defines it\n"
              .formatted(source, line, name);
        }
      }
    }
    return "error: kernels use %s, and no file of the program defines it\n".formatted(name);
  }
}
