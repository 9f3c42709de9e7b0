package tapeline.laboratory.tracking;

import com.sun.management.ThreadMXBean;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.profile.cost.CountedBackend;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;

/// The counts of one call of a benchmark's methods, each with the first value of its parameters, or
/// with all constants of an enum: the same in every run, on every machine.
///
/// The benchmark's own setup comes first, which stops where an answer or a gradient is wrong. Bytes
/// are those of the calling thread; only where no compiler leaves out allocations are they what the
/// program says.
final class BenchmarkCounts {
  private static final int WARM_UP = 3; // calls that load classes and link lambdas
  private static final int CALLS = 3;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private BenchmarkCounts() {}

  /// The columns of [#lines].
  static final String HEAD =
      "benchmark\tparameters\tallocated bytes\tFLOPs\tnodes on tapes\tpeak bytes on tapes";

  /// A line for each of its benchmark methods but the second of a twin, with tabs between columns.
  static List<String> lines(Class<?> type) throws Throwable {
    var lines = new ArrayList<String>();
    for (var values : values(fields(type))) {
      for (var method : methods(type, Benchmark.class)) {
        if (!method.getName().endsWith("Again")) {
          lines.add(line(type, method, values));
        }
      }
    }
    return lines;
  }

  private static String line(Class<?> type, Method method, Map<Field, Object> values)
      throws Throwable {
    var benchmark = instance(type);
    for (var value : values.entrySet()) {
      value.getKey().set(benchmark, value.getValue());
    }
    for (var setup : methods(type, Setup.class)) {
      setup.invoke(benchmark);
    }
    var call = call(method, benchmark);
    long bytes = bytes(call);
    var tapes = new Tapes();
    var backend = new CountedBackend(Backend.current());
    try (var _ = Backend.use(backend);
        var _ = TapeListener.use(tapes)) {
      call.invokeExact();
    }
    return "%s.%s\t%s\t%d\t%d\t%d\t%d"
        .formatted(
            type.getSimpleName(),
            method.getName(),
            String.join(", ", values.values().stream().map(Object::toString).toList()),
            bytes,
            backend.total().flops(),
            tapes.nodes,
            tapes.peak);
  }

  /// A call whose result is dropped, not boxed.
  private static MethodHandle call(Method method, Object benchmark)
      throws ReflectiveOperationException {
    var call = MethodHandles.lookup().unreflect(method).bindTo(benchmark);
    for (var state : method.getParameterTypes()) {
      call = call.bindTo(instance(state));
    }
    return call.asType(MethodType.methodType(void.class));
  }

  private static long bytes(MethodHandle call) throws Throwable {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < WARM_UP + CALLS; i++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      call.invokeExact();
      long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
      least = i < WARM_UP ? least : Math.min(least, bytes);
    }
    return least;
  }

  private static Object instance(Class<?> type) throws ReflectiveOperationException {
    var made = type.getDeclaredConstructor();
    made.setAccessible(true);
    return made.newInstance();
  }

  /// The annotated methods, those of the superclass first, by name.
  private static List<Method> methods(Class<?> type, Class<? extends Annotation> annotation) {
    var all = new ArrayList<Method>();
    for (var t : lineage(type)) {
      Arrays.stream(t.getDeclaredMethods())
          .filter(m -> m.isAnnotationPresent(annotation))
          .sorted(Comparator.comparing(Method::getName))
          .forEach(all::add);
    }
    all.forEach(m -> m.setAccessible(true));
    return all;
  }

  private static List<Field> fields(Class<?> type) {
    var all = new ArrayList<Field>();
    for (var t : lineage(type)) {
      Arrays.stream(t.getDeclaredFields())
          .filter(f -> f.isAnnotationPresent(Param.class))
          .sorted(Comparator.comparing(Field::getName))
          .forEach(all::add);
    }
    all.forEach(f -> f.setAccessible(true));
    return all;
  }

  private static List<Class<?>> lineage(Class<?> type) {
    var types = new ArrayList<Class<?>>();
    for (Class<?> t = type; t != Object.class; t = t.getSuperclass()) {
      types.addFirst(t);
    }
    return types;
  }

  /// The values of the parameters that are counted, one map for each combination.
  private static List<Map<Field, Object>> values(List<Field> fields) {
    List<Map<Field, Object>> all = List.of(Map.of());
    for (var field : fields) {
      var more = new ArrayList<Map<Field, Object>>();
      for (var before : all) {
        for (var value : values(field)) {
          var now = new LinkedHashMap<>(before);
          now.put(field, value);
          more.add(now);
        }
      }
      all = more;
    }
    return all;
  }

  private static List<?> values(Field field) {
    if (field.getType().isEnum()) {
      return List.of(field.getType().getEnumConstants());
    }
    var first = field.getAnnotation(Param.class).value()[0];
    return List.of(field.getType() == int.class ? Integer.valueOf(first) : first);
  }

  static boolean isBenchmark(Class<?> type) {
    return !Modifier.isAbstract(type.getModifiers()) && !methods(type, Benchmark.class).isEmpty();
  }

  private static final class Tapes implements TapeListener {
    private int nodes;
    private long peak;

    @Override
    public void recorded(TensorOp op, Variable result, int node) {
      nodes += node < 0 ? 0 : 1;
    }

    @Override
    public void held(TensorTape tape, Holding as, int node, Tensor tensor, long bytes, long live) {
      peak = Math.max(peak, live);
    }
  }
}
