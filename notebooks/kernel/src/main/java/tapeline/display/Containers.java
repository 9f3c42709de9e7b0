package tapeline.display;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tapeline.toolkit.TextTable;

/// The JDK's own containers as text and tables: arrays, lists, maps, lists of records.
final class Containers {
  private static final int MOST_VALUES = 20;
  private static final int LONG_LIST = 100;
  private static final int DIGITS = 6;

  /// The arrays that [#array] is meant for.
  static final List<Class<?>> ARRAYS =
      List.of(
          double[].class,
          float[].class,
          long[].class,
          int[].class,
          boolean[].class,
          String[].class,
          double[][].class,
          float[][].class,
          long[][].class,
          int[][].class);

  private Containers() {}

  /// `double[] of length 1000: 0.5, 1.0, …, 980 more`; an array of arrays has a line for each.
  static String array(Object array) {
    var type = array.getClass();
    int length = Array.getLength(array);
    var head = type.getSimpleName() + " of length " + length;
    IntFunction<String> value = i -> value(Array.get(array, i));
    if (length == 0) return head;
    return type.getComponentType().isArray()
        ? head + ":\n" + values("\n", length, value)
        : head + ": " + values(", ", length, value);
  }

  /// The collection as it prints itself; of a long one, or one with a long one in it, the first
  /// values.
  static String collection(Collection<?> all) {
    return isShort(all) && all.stream().allMatch(Containers::isShort)
        ? all.toString()
        : "[" + values(all) + "]";
  }

  private static boolean isShort(@Nullable Object value) {
    return switch (value) {
      case Collection<?> c -> c.size() <= LONG_LIST;
      case Map<?, ?> m -> m.size() <= LONG_LIST;
      case null, default -> true;
    };
  }

  private static String values(Collection<?> all) {
    var first = all.stream().limit(MOST_VALUES).toList();
    return values(", ", all.size(), i -> value(first.get(i)));
  }

  /// A row for each key.
  static TextTable table(Map<?, ?> map) {
    var table = TextTable.of("key", "value");
    map.forEach((key, value) -> table.row(cell(key), cell(value)));
    return table;
  }

  /// A row for each record and a column for each component; empty when these are not records of one
  /// type, or may not be read.
  static Optional<TextTable> records(List<?> list) {
    if (list.isEmpty() || !(list.getFirst() instanceof Record first)) return Optional.empty();
    var type = first.getClass();
    if (!list.stream().allMatch(type::isInstance)) return Optional.empty();
    var accessors = Stream.of(type.getRecordComponents()).map(c -> c.getAccessor()).toList();
    if (!accessors.stream().allMatch(a -> a.trySetAccessible())) return Optional.empty();
    var table = TextTable.of(accessors.stream().map(a -> a.getName()).toArray(String[]::new));
    try {
      for (var record : list) {
        var cells = new String[accessors.size()];
        for (int c = 0; c < cells.length; c++) cells[c] = cell(accessors.get(c).invoke(record));
        table.row(cells);
      }
    } catch (ReflectiveOperationException e) {
      return Optional.empty(); // an accessor of the learner's own that throws
    }
    return Optional.of(table);
  }

  /// The value on one line; `–` where there is none.
  private static String cell(@Nullable Object value) {
    return switch (value) {
      case null -> "–";
      case Double d -> TextTable.number(d, DIGITS);
      case Float f -> TextTable.number(f, DIGITS);
      case OptionalDouble o -> cell(o.isPresent() ? o.getAsDouble() : null);
      case Optional<?> o -> cell(o.orElse(null));
      default -> value(value).replaceAll("\\R", " ");
    };
  }

  private static String value(@Nullable Object value) {
    return switch (value) {
      case Collection<?> c -> collection(c);
      case Map<?, ?> m when !isShort(m) -> "{" + values(m.entrySet()) + "}";
      case Map.Entry<?, ?> e -> value(e.getKey()) + "=" + value(e.getValue());
      case Object array when array.getClass().isArray() ->
          "{" + values(", ", Array.getLength(array), i -> value(Array.get(array, i))) + "}";
      case null, default -> String.valueOf(value);
    };
  }

  private static String values(String between, int length, IntFunction<String> value) {
    var shown = IntStream.range(0, Math.min(MOST_VALUES, length)).mapToObj(value);
    var more = "… %d more".formatted(length - MOST_VALUES);
    return Stream.concat(shown, length > MOST_VALUES ? Stream.of(more) : Stream.empty())
        .collect(Collectors.joining(between));
  }
}
