package io.github.spencerpark.jupyter.kernel.magic.registry;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.magic.CellMagic;
import org.dflib.jjava.jupyter.kernel.magic.LineMagic;
import org.jspecify.annotations.Nullable;

/// The commands of cells as IJava's notebooks add and run them.
public record Magics(BaseKernel kernel) {
  /// A command on a line.
  public interface LineMagicFunction<T extends @Nullable Object> {
    T execute(List<String> arguments) throws Exception;
  }

  /// A command for a whole cell.
  public interface CellMagicFunction<T extends @Nullable Object> {
    T execute(List<String> arguments, String body) throws Exception;
  }

  /// Adds `%name`.
  public void registerLineMagic(String name, LineMagicFunction<?> function) {
    LineMagic<Object, BaseKernel> magic = (_, arguments) -> function.execute(arguments);
    kernel.getMagicsRegistry().registerLineMagic(name, magic);
  }

  /// Adds `%%name`.
  public void registerCellMagic(String name, CellMagicFunction<?> function) {
    CellMagic<Object, BaseKernel> magic = (_, arguments, body) -> function.execute(arguments, body);
    kernel.getMagicsRegistry().registerCellMagic(name, magic);
  }

  /// Adds each public static method of a list of words as `%name`, and each of a list and a text as
  /// `%%name`.
  public void registerMagics(Class<?> type) {
    for (var method : type.getMethods()) {
      var takes = Arrays.asList(method.getParameterTypes());
      if (!Modifier.isStatic(method.getModifiers())) {
        continue;
      }
      if (takes.equals(List.of(List.class))) {
        registerLineMagic(method.getName(), words -> call(method, words));
      } else if (takes.equals(List.of(List.class, String.class))) {
        registerCellMagic(method.getName(), (words, body) -> call(method, words, body));
      }
    }
  }

  private static @Nullable Object call(Method method, Object... arguments) throws Exception {
    try {
      return method.invoke(null, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  /// Runs `%name`.
  @SuppressWarnings("TypeParameterUnusedInFormals") // as in IJava
  public <T> T applyLineMagic(String name, List<String> arguments) throws Exception {
    return kernel.getMagicsRegistry().evalLineMagic(kernel, name, arguments);
  }

  /// Runs `%%name`.
  @SuppressWarnings("TypeParameterUnusedInFormals") // as in IJava
  public <T> T applyCellMagic(String name, List<String> arguments, String body) throws Exception {
    return kernel.getMagicsRegistry().evalCellMagic(kernel, name, arguments, body);
  }
}
