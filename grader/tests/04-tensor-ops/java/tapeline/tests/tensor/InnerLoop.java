package tapeline.tests.tensor;

import java.lang.reflect.InvocationTargetException;

/// Shows in which order a loop of the module visits its numbers: one of them is missing, and what
/// was written until the loop met the gap tells how far it had come.
final class InnerLoop {
  private InnerLoop() {}

  /// Calls a static method of the tensors' package until it meets the gap.
  ///
  /// @throws AssertionError when the method is not as it was given, or comes to its end
  static void untilTheGap(String type, String method, Object... arguments) {
    try {
      for (var m : Class.forName("tapeline.tensor." + type).getDeclaredMethods()) {
        if (m.getName().equals(method) && m.getParameterCount() == arguments.length) {
          m.setAccessible(true);
          m.invoke(null, arguments);
          throw new AssertionError(
              "%s.%s came to its end without the number that is missing: it is to go as far as its arguments say"
                  .formatted(type, method));
        }
      }
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IndexOutOfBoundsException) {
        return;
      }
      if (e.getCause() instanceof RuntimeException other) {
        throw other;
      }
      throw new AssertionError("the loop in %s.%s failed".formatted(type, method), e.getCause());
    } catch (ReflectiveOperationException _) {
      // The class is not there, or its method cannot be called: as if there were none.
    }
    throw new AssertionError("%s.%s is not as it was given".formatted(type, method));
  }
}
