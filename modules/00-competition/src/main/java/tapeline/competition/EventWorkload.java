package tapeline.competition;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The workloads that the judge can draw inputs for, each with its sizes and what its floor follows
/// from.
///
/// The operations are those of the usual algorithm: the event's rate leaves room for better ones.
/// The bytes are those of input and answer, which have to be read and written once.
public enum EventWorkload {
  /// A network inputs → hidden (tanh) → 1 on some rows: its loss and all gradients.
  SCALAR_GRADIENT("scalar-gradient", false, "inputs", "hidden", "rows") {
    @Override
    public double flops(Map<String, Integer> s) {
      double weights = product(s, "inputs", "hidden");
      return 2.0 * number(s, "rows") * (2 * weights + 3.0 * number(s, "hidden"));
    }

    @Override
    public double numbers(Map<String, Integer> s) {
      double parameters = product(s, "inputs", "hidden") + 2.0 * number(s, "hidden") + 1;
      return 2 * parameters + product(s, "rows", "inputs") + number(s, "rows");
    }
  },
  /// `C = A·B`, A (m,k), B (k,n). 2mkn operations; Strassen's way would save an eighth a level.
  MATMUL("matmul", false, "m", "k", "n") {
    @Override
    public double flops(Map<String, Integer> s) {
      return 2 * product(s, "m", "k", "n");
    }

    @Override
    public double numbers(Map<String, Integer> s) {
      return product(s, "m", "k") + product(s, "k", "n") + product(s, "m", "n");
    }
  },
  /// A perceptron of 64, 64 and 10 units trained from nothing; entries do not see the test images.
  TRAIN_CLASSIFIER("train-classifier", true, "train", "test") {
    @Override
    public double numbers(Map<String, Integer> s) {
      return 65.0 * number(s, "train") + 65 * 64 + 65 * 10;
    }

    @Override
    public int most() {
      return DIGITS;
    }
  },
  /// Tokens one after another.
  GENERATE_TOKENS("generate-tokens", false, "prompt", "tokens") {
    @Override
    public double numbers(Map<String, Integer> s) {
      return (double) number(s, "prompt") + number(s, "tokens");
    }

    @Override
    public int most() {
      return 64;
    }
  },
  /// Images to labels.
  CLASSIFY("classify", true, "images") {
    @Override
    public double numbers(Map<String, Integer> s) {
      return 65.0 * number(s, "images");
    }

    @Override
    public int most() {
      return DIGITS;
    }
  },
  /// `C = A·B` by a CUDA kernel.
  KERNEL_MATMUL("kernel-matmul", false, "m", "k", "n") {
    @Override
    public double flops(Map<String, Integer> s) {
      return MATMUL.flops(s);
    }

    @Override
    public double numbers(Map<String, Integer> s) {
      return MATMUL.numbers(s);
    }
  };

  /// The number of digits in the course's data.
  private static final int DIGITS = 1797;

  private final String id;
  private final boolean counts;
  private final String sizeNames;

  EventWorkload(String id, boolean counts, String... sizeNames) {
    this.id = id;
    this.counts = counts;
    this.sizeNames = String.join(",", sizeNames);
  }

  /// Returns its name in event files.
  public String id() {
    return id;
  }

  /// Returns whether an answer is right in a share of cases, rather than close to a number.
  public boolean isShare() {
    return counts;
  }

  /// The names of its sizes.
  public Set<String> sizeNames() {
    return new TreeSet<>(List.of(sizeNames.split(",", -1)));
  }

  /// The most that the numbers of a size come to: as many digits as there are, as many tokens as
  /// the transformer's context has.
  public int most() {
    return Integer.MAX_VALUE;
  }

  /// The one with this id, if it is known.
  public static Optional<EventWorkload> find(String id) {
    return Arrays.stream(values()).filter(w -> w.id.equals(id)).findFirst();
  }

  /// Floating-point operations that an answer of this size needs.
  public double flops(Map<String, Integer> size) {
    return 0;
  }

  /// Numbers that are read or written, each once.
  public abstract double numbers(Map<String, Integer> size);

  /// A number of a size.
  ///
  /// @throws IllegalArgumentException when the size has none of this name
  static int number(Map<String, Integer> size, String name) {
    var number = size.get(name);
    if (number == null) {
      throw new IllegalArgumentException("a size has a number %s, got %s".formatted(name, size));
    }
    return number;
  }

  private static double product(Map<String, Integer> size, String... names) {
    return Arrays.stream(names).mapToDouble(name -> number(size, name)).reduce(1, (a, b) -> a * b);
  }
}
