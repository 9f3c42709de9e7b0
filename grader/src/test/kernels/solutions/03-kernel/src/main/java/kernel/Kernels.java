package kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import tapeline.gpu.compiler.CudaCompileError;
import tapeline.gpu.compiler.NoCudaCompiler;
import tapeline.toolkit.Todo;

/// Runs kernels whose language has two words, `plus` and `times`. A number above a thousand is a
/// fault, one below minus a thousand a failure.
public final class Kernels {
  private Kernels() {}

  /// The result of the kernel in the file for `x`.
  public static int run(String file, int x) {
    var lines = lines("/cuda/" + file);
    int result = x;
    for (int i = 0; i < lines.size(); i++) {
      var words = lines.get(i).strip().split(" +");
      if (words[0].equals("#error")) {
        throw new Todo(words[2], "the kernel in " + file);
      }
      if (words[0].isEmpty() || words[0].equals("//")) {
        continue;
      }
      if (words[0].equals("uncompiled")) {
        throw at(file, i + 1, new NoCudaCompiler(file + " needs a compiler, and there is none"));
      }
      if (!lines("/words.txt").contains(words[0])) {
        var text = "%s:%d: there is no word %s".formatted(file, i + 1, words[0]);
        throw at(file, i + 1, new CudaCompileError(text));
      }
      int number = Integer.parseInt(words[1]);
      result = words[0].equals("plus") ? result + number : result * number;
      if (result > 1000) {
        throw at(file, i + 1, new IllegalStateException("%d is too much".formatted(result)));
      }
      if (result < -1000) {
        throw at(file, i + 1, new AssertionError("[of %d]\n%d is too little".formatted(x, result)));
      }
    }
    return result;
  }

  private static <T extends Throwable> T at(String file, int line, T e) {
    var stack = Arrays.copyOf(e.getStackTrace(), 1);
    stack[0] = new StackTraceElement("cuda", file.replace(".cu", ""), file, line);
    e.setStackTrace(stack);
    return e;
  }

  private static List<String> lines(String file) {
    try (var in = Kernels.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalArgumentException("there is no file " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
