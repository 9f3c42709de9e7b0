package tapeline.tests.bench;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;
import org.opentest4j.AssertionFailedError;

/// A benchmark of JMH, called as JMH's generated code calls it, but without a clock, in this JVM,
/// and as often as a test says.
final class DrivenBenchmark {
  private final Object benchmark;
  private final Method method;
  private final int value;
  private final IdentityHashMap<Class<?>, Object> states = new IdentityHashMap<>();
  private final Blackhole hole =
      new Blackhole(
          "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.");

  /// @param value which value of each parameter, the first being 0
  DrivenBenchmark(Object benchmark, String method, int value) {
    this.benchmark = benchmark;
    this.value = value;
    this.method =
        Arrays.stream(benchmark.getClass().getMethods())
            .filter(m -> m.getName().equals(method) && m.isAnnotationPresent(Benchmark.class))
            .findAny()
            .orElseThrow(() -> new AssertionFailedError("no method is a @Benchmark " + method));
    prepare(benchmark);
    for (var type : this.method.getParameterTypes()) {
      if (type != Blackhole.class) {
        states.put(type, made(type));
      }
    }
  }

  /// Counts the JVMs that measure the method.
  int forks() {
    var own = method.getAnnotation(Fork.class);
    return (own != null ? own : benchmark.getClass().getAnnotation(Fork.class)).value();
  }

  /// Returns the values of the parameters, as text, of the benchmark and its states.
  List<String> parameters() {
    var values = new ArrayList<String>();
    var all = new ArrayList<>(states.values());
    all.add(benchmark);
    for (var state : all) {
      for (var field : state.getClass().getFields()) {
        var param = field.getAnnotation(Param.class);
        if (param != null) {
          values.addAll(List.of(param.value()));
        }
      }
    }
    return values;
  }

  /// Calls the benchmark once, and returns what it returns: null where it is void.
  Object call() {
    setUp(benchmark, Level.Invocation);
    states.values().forEach(state -> setUp(state, Level.Invocation));
    var arguments =
        Arrays.stream(method.getParameterTypes())
            .map(type -> type == Blackhole.class ? hole : states.get(type))
            .toArray();
    var result = invoked(method, benchmark, arguments);
    for (var type : states.keySet()) {
      if (!type.isAnnotationPresent(State.class)) {
        throw new AssertionFailedError(
            "JMH makes the arguments of a benchmark, and only those whose class is a @State: %s is none"
                .formatted(type.getSimpleName()));
      }
    }
    return result;
  }

  /// Returns whether a call gives JMH this number: as what it returns, or to the Blackhole.
  ///
  /// A Blackhole compares a number with two fields of its own, and follows a reference that is null
  /// where both are equal, which they never are in a measurement.
  boolean gives(double number) {
    hole.d1 = number;
    hole.d2 = number;
    try {
      return Double.valueOf(number).equals(call());
    } catch (NullPointerException e) {
      if (e.getStackTrace()[0].getClassName().equals(Blackhole.class.getName())) {
        return true;
      }
      throw e;
    } finally {
      hole.d1 = Double.NaN;
    }
  }

  /// Returns whether a call gives JMH an object: as what it returns, or to the Blackhole, which
  /// counts objects.
  boolean givesAnObject() {
    int before = hole.tlr;
    return call() != null || hole.tlr != before;
  }

  private Object made(Class<?> type) {
    try {
      var state = type.getConstructor().newInstance();
      prepare(state);
      return state;
    } catch (ReflectiveOperationException e) {
      throw new AssertionFailedError("JMH cannot make a " + type.getSimpleName(), e);
    }
  }

  private void prepare(Object state) {
    for (var field : state.getClass().getFields()) {
      var param = field.getAnnotation(Param.class);
      if (param != null) {
        var text = param.value()[Math.min(value, param.value().length - 1)];
        try {
          field.set(state, field.getType() == int.class ? parsed(text) : Double.valueOf(text));
        } catch (IllegalAccessException e) {
          throw new AssertionFailedError("JMH cannot set the field " + field.getName(), e);
        }
      }
    }
    setUp(state, Level.Trial);
    setUp(state, Level.Iteration);
  }

  private static Object parsed(String text) {
    return Integer.valueOf(text);
  }

  private static void setUp(Object state, Level level) {
    for (var m : state.getClass().getMethods()) {
      var setup = m.getAnnotation(Setup.class);
      if (setup != null && setup.value() == level) {
        invoked(m, state);
      }
    }
  }

  private static Object invoked(Method method, Object target, Object... arguments) {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException r) {
        throw r;
      }
      if (e.getCause() instanceof Error r) {
        throw r;
      }
      throw new AssertionFailedError(method.getName() + " threw", e.getCause());
    } catch (IllegalAccessException e) {
      throw new AssertionFailedError("JMH cannot call " + method.getName(), e);
    }
  }
}
