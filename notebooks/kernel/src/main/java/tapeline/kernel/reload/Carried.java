package tapeline.kernel.reload;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Carries the values of the cells' variables from one generation to the next: those whose type is
/// the same class still. Nothing is run or compiled again.
record Carried(Generation before, Generation now) {
  private static final int MOST_LOOKED_AT = 10_000;

  /// A class that JShell puts around a variable; those that a cell declares are inside of one.
  private static final Pattern WRAP = Pattern.compile("REPL\\.\\$JShell\\$\\w+");

  /// The names of the fields whose value could not be carried over.
  Set<String> lost() {
    var lost = new LinkedHashSet<String>();
    for (var name : before.cellClasses()) {
      var from = before.loaded(name);
      if (from == null || !WRAP.matcher(name).matches()) {
        continue;
      }
      for (var field : from.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && !Modifier.isFinal(field.getModifiers())) {
          // The class that JShell gave last is the one that has the variable.
          if (copied(field, name)) {
            lost.remove(field.getName());
          } else {
            lost.add(field.getName());
          }
        }
      }
    }
    return lost;
  }

  private boolean copied(Field from, String name) {
    try {
      var to = now.loadClass(name).getDeclaredField(from.getName());
      from.setAccessible(true);
      to.setAccessible(true);
      var value = from.get(null);
      if (value != null && (!fits(to.getType(), value) || holdsOld(value))) {
        return false;
      }
      to.set(null, value);
      return true;
    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
      return false;
    }
  }

  private static boolean fits(Class<?> type, Object value) {
    return type.isPrimitive() || type.isInstance(value);
  }

  /// Returns whether the value, or one that it holds, is of the old generation: lists, maps and
  /// arrays of the JDK are looked into.
  private boolean holdsOld(Object value) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    var next = new ArrayDeque<Object>();
    next.add(value);
    while (!next.isEmpty() && seen.size() < MOST_LOOKED_AT) {
      var one = next.remove();
      if (one.getClass().getClassLoader() == before) {
        return true;
      }
      if (seen.add(one)) {
        var held = held(one).iterator();
        while (held.hasNext() && next.size() < MOST_LOOKED_AT) {
          var inside = held.next();
          if (inside != null) {
            next.add(inside);
          }
        }
      }
    }
    return false;
  }

  private static Iterable<? extends @Nullable Object> held(Object value) {
    return switch (value) {
      case Object[] array -> Arrays.asList(array);
      case Optional<?> maybe -> maybe.stream().toList();
      case Map<?, ?> map when isJdks(map) ->
          () ->
              map.entrySet().stream()
                  .<Object>mapMulti((e, to) -> {
                    to.accept(e.getKey());
                    to.accept(e.getValue());
                  })
                  .iterator();
      case Iterable<?> all when isJdks(all) && !(all instanceof Path) -> all;
      default -> List.of();
    };
  }

  private static boolean isJdks(Object value) {
    return value.getClass().getClassLoader() == null;
  }
}
