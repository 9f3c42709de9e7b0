package tapeline.gpu.compiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import tapeline.toolkit.Sha256;
import tapeline.toolkit.Todo;

/// A text in CUDA C, and the name of its file for messages.
///
/// @param file as `softmax.cu`, without folders
/// @param text as a learner has it, on every system: of a reference solution, the answers alone
public record CudaSource(String file, String text) {
  /// The compiler flags that all compilers get in their own words: code for any card since compute
  /// capability 7.5, with the source's line for each instruction.
  static final String ARCHITECTURE = "75";

  /// Changes whenever the same text would be compiled to something else: then no cached PTX counts.
  private static final String OPTIONS = "tapeline-ptx-1 compute_75 lineinfo";

  private static final Pattern TODO =
      Pattern.compile("(?m)^[ \\t]*#[ \\t]*error[ \\t]+TODO (\\d{2}\\.\\d{1,2}) (\\S.*)$");

  public CudaSource {
    if (!file.matches("[\\w.-]+\\.cu")) {
      throw new IllegalArgumentException(
          "a CUDA source is named like softmax.cu, without folders: got '%s'".formatted(file));
    }
    text = SolutionMarkers.removed(text.replace("\r\n", "\n")); // one hash on every system
  }

  /// The text of a file.
  public static CudaSource of(Path path) {
    try {
      return new CudaSource(path.getFileName().toString(), Files.readString(path));
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + path, e);
    }
  }

  /// The name without `.cu`.
  public String stem() {
    return file.substring(0, file.length() - ".cu".length());
  }

  /// The exercise that is still to be written here: a line `#error TODO 10.5 padded transpose`.
  public Optional<Todo> todo() {
    var found = TODO.matcher(text);
    return found.find()
        ? Optional.of(new Todo(found.group(1), found.group(2).strip()))
        : Optional.empty();
  }

  /// SHA-256 of the text and the options, in hexadecimal.
  public String hash() {
    return Sha256.of(OPTIONS + "\n" + text);
  }

  /// Puts the source's line on top of an exception's stack, so that a tool that shows the stack
  /// shows the line too.
  void pointAt(Exception e, int line) {
    var stack = new ArrayList<>(List.of(e.getStackTrace()));
    stack.addFirst(new StackTraceElement("cuda", stem(), file, line));
    e.setStackTrace(stack.toArray(StackTraceElement[]::new));
  }

  /// The line with which its first exercise begins, counted from 1; 1 where there is none.
  int firstExercise() {
    var lines = text.lines().toList();
    return 1
        + IntStream.range(0, lines.size())
            .filter(i -> lines.get(i).contains("// BEGIN EXERCISE "))
            .findFirst()
            .orElse(0);
  }

  /// A line of the text, counted from 1; empty where there is none.
  String line(int number) {
    return text.lines().skip(Math.max(0, number - 1)).findFirst().orElse("");
  }
}
