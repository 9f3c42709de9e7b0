package tapeline.grader.worker.order;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.util.Comparator;
import java.util.HashMap;
import org.junit.jupiter.api.MethodDescriptor;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.MethodOrdererContext;

/// Runs a class's tests in the order of their source, so that the first failure is the simplest.
///
/// The class file keeps that order; reflection does not.
public final class SourceOrder implements MethodOrderer {
  @Override
  public void orderMethods(MethodOrdererContext context) {
    var type = context.getTestClass();
    var order = new HashMap<String, Integer>();
    var file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
    try (var in = type.getResourceAsStream(file)) {
      if (in == null) {
        return;
      }
      for (var m : ClassFile.of().parse(in.readAllBytes()).methods()) {
        order.putIfAbsent(m.methodName().stringValue(), order.size());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    context
        .getMethodDescriptors()
        .sort(
            Comparator.comparingInt((MethodDescriptor m) ->
                order.getOrDefault(m.getMethod().getName(), Integer.MAX_VALUE)));
  }
}
