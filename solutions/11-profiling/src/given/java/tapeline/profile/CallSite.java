package tapeline.profile;

import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.function.Predicate;
import tapeline.nn.Layer;

/// The callers of an op, read from the stack. Microseconds a call, more when the stack is deep.
final class CallSite {
  private static final StackWalker STACK =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private CallSite() {}

  /// The classes of the layers that are at work, from the outermost, as `TransformerBlock/Linear`.
  static String layers() {
    var names = new ArrayList<String>();
    STACK.forEach(frame -> {
      var type = frame.getDeclaringClass();
      if (Layer.class.isAssignableFrom(type) && !type.isInterface()) {
        var name = type.getSimpleName();
        if (names.isEmpty() || !names.getLast().equals(name)) { // a layer's own helpers
          names.add(name);
        }
      }
    });
    Collections.reverse(names);
    return String.join("/", names);
  }

  /// The file and the line outside the tape, as `Attention.java:77`.
  static String line() {
    Predicate<StackFrame> tape =
        f ->
            f.getClassName().startsWith("tapeline.autograd.")
                || f.getDeclaringClass().getPackage() == CallSite.class.getPackage();
    return STACK.walk(frames ->
        frames
            .dropWhile(tape)
            .findFirst()
            .map(f -> f.getFileName() + ":" + f.getLineNumber())
            .orElse(""));
  }
}
