package tapeline.tests.given.bench;

import java.lang.management.ManagementFactory;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tapeline.bench.compare.Workload;

/// Counted work for duels: additions of a generator's numbers, some percent more where asked for.
public class Spin implements Workload {
  private final double more;
  private long seed;

  public Spin() {
    this(0);
  }

  Spin(double more) {
    this.more = more;
  }

  @Override
  public void prepare(long seed) {
    this.seed = seed;
  }

  @Override
  public double run(int units) {
    double sum = spin(units, 400);
    return more == 0 || spin(units, (int) (400 * more)) >= 0 ? sum : 0;
  }

  private double spin(int units, int times) {
    long x = seed;
    for (int i = 0; i < units * times; i++) {
      x = x * 6364136223846793005L + 1442695040888963407L;
    }
    return x >>> 11;
  }

  /// Half as much again, with the same answer.
  public static final class Slower extends Spin {
    public Slower() {
      super(0.5);
    }
  }

  /// A second thread does the same again, at the same time: twice the additions.
  public static final class Helped extends Spin {
    private final ExecutorService helper =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());

    @Override
    public double run(int units) {
      var other = helper.submit(() -> super.run(units));
      double own = super.run(units);
      try {
        return Math.max(own, other.get());
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /// How its JVM was started: characters of the class path, and of all flags, and how many.
  public static final class Started extends Spin {
    @Override
    public double run(int units) {
      var flags = ManagementFactory.getRuntimeMXBean().getInputArguments();
      int characters = flags.stream().mapToInt(String::length).sum();
      double started = System.getProperty("java.class.path").length() + characters;
      return super.run(units) >= 0 ? started + 100.0 * flags.size() : 0;
    }
  }

  /// Another answer.
  public static final class Wrong extends Spin {
    public Wrong() {
      super(0);
    }

    @Override
    public double run(int units) {
      return 2 * super.run(units) + 1;
    }
  }

  /// Ends its JVM at the first turn.
  public static final class Exits extends Spin {
    public Exits() {
      super(0);
    }

    @Override
    public double run(int units) {
      Runtime.getRuntime().halt(3);
      return 0;
    }
  }
}
