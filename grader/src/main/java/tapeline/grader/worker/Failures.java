package tapeline.grader.worker;

import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the message and the kind of failure from a test's exception.
///
/// @param undecided the tests' class of that name; null where these tests have none
record Failures(@Nullable Class<?> undecided) {
  private static final String TODO = "tapeline.toolkit.Todo";
  private static final Set<String> UNCOMPILED =
      Set.of("tapeline.gpu.compiler.CudaCompileError", "tapeline.gpu.compiler.NoCudaCompiler");
  private static final Pattern MET_TODO =
      Pattern.compile(
          "tapeline\\.toolkit\\.Todo: exercise (\\d\\d(?:\\.\\d+)?) is still to be written");
  private static final int LONGEST = 20_000;

  /// Returns the failures of tests that `loader` loads.
  static Failures of(ClassLoader loader) {
    try {
      return new Failures(Class.forName("tapeline.tests.Undecided", false, loader));
    } catch (ClassNotFoundException _) {
      return new Failures(null);
    }
  }

  /// `failed`, `todo 03.2`, in a blank module `todo 03`, `aborted`, `uncompiled` when the test
  /// asked for a kernel that does not compile, or cannot be compiled here, or `link` when the
  /// learner's classes lack what the test calls.
  String outcome(Throwable error) {
    for (var t = error; t != null; t = t.getCause()) {
      if (t.getClass().getName().equals(TODO)) {
        return "todo " + exercise(t);
      }
      if (UNCOMPILED.contains(t.getClass().getName())) {
        return "uncompiled";
      }
      var met = MET_TODO.matcher(String.valueOf(t.getMessage()));
      boolean initializes = t instanceof ExceptionInInitializerError;
      if ((t instanceof AssertionError || initializes) && met.find()) {
        return "todo " + met.group(1); // a test that expected another exception got the Todo
      }
      if (t instanceof LinkageError
          && !initializes
          && !(t.getCause() instanceof ExceptionInInitializerError)) {
        return "link";
      }
    }
    return isUndecided(error) ? "aborted" : "failed";
  }

  /// Returns whether a comparison of the tests could not tell. Code under test can define another
  /// class of that name, and read one of this class from bytes: that one has no message, which its
  /// constructor alone sets.
  private boolean isUndecided(Throwable error) {
    return error.getClass() == undecided && error.getMessage() != null;
  }

  /// The innermost exception's stack where the learner's code threw it, else the error's own.
  static StackTraceElement[] stack(Throwable error) {
    return error instanceof AssertionError ? error.getStackTrace() : root(error).getStackTrace();
  }

  /// An assertion's message as it is, another exception with its type.
  String text(Throwable error) {
    if (error instanceof AssertionError || isUndecided(error)) {
      return cut(Objects.toString(error.getMessage(), "the assertion failed").strip());
    }
    var root = root(error);
    if (root instanceof StackOverflowError) {
      return "StackOverflowError: a method calls itself without end, or once for each of many"
          + " steps: a loop needs no stack";
    }
    var message = root.getMessage();
    if (message != null && UNCOMPILED.contains(root.getClass().getName())) {
      return cut(message); // the compiler's, with its place
    }
    var type = root.getClass().getSimpleName();
    return cut(message == null ? type : type + ": " + message);
  }

  private static Throwable root(Throwable error) {
    var root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  private static String cut(String text) {
    return text.length() <= LONGEST
        ? text
        : text.substring(0, LONGEST) + "… (" + (text.length() - LONGEST) + " characters cut)";
  }

  /// `Todo` belongs to the loader of the course's classes, so it is asked by name.
  private static String exercise(Throwable todo) {
    try {
      return (String) todo.getClass().getMethod("exercise").invoke(todo);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Todo.exercise() is part of the toolkit", e);
    }
  }
}
