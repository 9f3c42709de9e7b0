package tapeline.gpu.program;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tapeline.gpu.emulator.memory.ByteRanges;
import tapeline.gpu.emulator.memory.MemoryUse;

/// The products of matrices that a program asks cuBLAS for, C = α·op(A)·op(B) + β·C, computed here
/// in the device's memory. All sums are of doubles, and are rounded once to C's type.
final class BlasRequests {
  private enum Activation {
    NONE,
    RELU,
    GELU;

    double of(double x) {
      return switch (this) {
        case NONE -> x;
        case RELU -> Math.max(0, x);
        case GELU -> x / 2 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
      };
    }
  }

  private final DeviceMemory memory;

  BlasRequests(DeviceMemory memory) {
    this.memory = memory;
  }

  /// The place of a matrix, or of the first one of a batch.
  ///
  /// @param at 0 for one that has no place in the memory
  /// @param leading how many numbers further the next column begins, as it lies
  /// @param stride how many numbers further the next matrix begins
  private record Place(String name, long at, long type, long leading, long stride) {
    static Place of(String name, ByteBuffer asked) {
      return new Place(name, asked.getLong(), asked.getLong(), asked.getLong(), asked.getLong());
    }

    /// Returns a matrix of a batch, of which rows and columns may be exchanged.
    BlasMatrix matrix(int number, int rows, int columns, boolean exchanged) {
      var of = BlasNumber.of(type);
      return new BlasMatrix(
          name,
          at + number * stride * of.bytes,
          of,
          rows,
          columns,
          exchanged ? leading : 1,
          exchanged ? 1 : leading);
    }
  }

  /// A request, in the order of `cublas_v2.h`.
  ///
  /// @param a without a place: all of its numbers are 1
  /// @param c without a place: the product is one number, which is given back
  /// @param biasAt the address of a vector that is added to each column; or 0
  private record Product(
      boolean exchangedA,
      boolean exchangedB,
      int m,
      int n,
      int k,
      int batch,
      Place a,
      Place b,
      Place c,
      double alpha,
      double beta,
      long biasAt,
      Activation activation) {
    static Product of(ByteBuffer asked) {
      return new Product(
          asked.getLong() != 0,
          asked.getLong() != 0,
          (int) asked.getLong(),
          (int) asked.getLong(),
          (int) asked.getLong(),
          (int) asked.getLong(),
          Place.of("A", asked),
          Place.of("B", asked),
          Place.of("C", asked),
          asked.getDouble(),
          asked.getDouble(),
          asked.getLong(),
          List.of(Activation.values()).get((int) asked.getLong()));
    }

    boolean multiplies() {
      return alpha != 0 && k > 0;
    }

    BlasMatrix a(int number) {
      return a.matrix(number, m, k, exchangedA);
    }

    BlasMatrix b(int number) {
      return b.matrix(number, k, n, exchangedB);
    }

    BlasMatrix c(int number) {
      return c.matrix(number, m, n, false);
    }

    BlasMatrix bias() {
      return new BlasMatrix("the bias", biasAt, BlasNumber.of(c.type), m, 1, 1, m);
    }

    /// Returns the matrices that one product of the batch reads.
    private List<BlasMatrix> read(int number) {
      return Stream.of(
              multiplies() && a.at != 0 ? Stream.of(a(number)) : Stream.<BlasMatrix>empty(),
              multiplies() ? Stream.of(b(number)) : Stream.<BlasMatrix>empty(),
              beta != 0 ? Stream.of(c(number)) : Stream.<BlasMatrix>empty(),
              biasAt != 0 ? Stream.of(bias()) : Stream.<BlasMatrix>empty())
          .flatMap(s -> s)
          .toList();
    }

    MemoryUse use(long base) {
      return MemoryUse.of(
          ranges(base, IntStream.range(0, batch).boxed().flatMap(i -> read(i).stream())),
          ranges(base, IntStream.range(0, c.at == 0 ? 0 : batch).mapToObj(this::c)));
    }

    private static ByteRanges ranges(long base, Stream<BlasMatrix> matrices) {
      return ByteRanges.of(base, matrices.flatMapToLong(m -> m.pieces(base)).toArray());
    }
  }

  /// A product that was computed.
  ///
  /// @param value of a product that is one number
  /// @param unwritten a byte that it read and nothing had written
  record Done(String call, double value, MemoryUse use, Optional<String> unwritten) {}

  /// Computes what a request asks for.
  ///
  /// @throws RefusedRequest when a matrix does not lie in the memory, or has numbers of another
  ///   type
  ///
  /// @param unwritten names a byte of these that nothing has written
  Done multiply(ByteBuffer asked, Function<ByteRanges, Optional<String>> unwritten) {
    var product = Product.of(asked);
    var call = PackedWords.text(asked);
    try {
      var use = product.use(memory.base());
      var missing = unwritten.apply(use.read());
      double value = 0;
      for (int i = 0; i < product.batch; i++) {
        value = multiply(product, i);
      }
      return new Done(call, value, use, missing);
    } catch (IllegalArgumentException e) {
      throw new RefusedRequest(RuntimeError.INVALID_VALUE, call + ": " + e.getMessage());
    }
  }

  private double multiply(Product product, int number) {
    int m = product.m;
    int n = product.n;
    var sums = new double[Math.multiplyExact(m, n)];
    if (product.multiplies()) {
      double[] a = product.a.at == 0 ? ones(m * product.k) : product.a(number).read(memory);
      add(a, product.b(number).read(memory), sums, m, n, product.k);
    }
    if (product.c.at == 0) {
      return sums[0];
    }
    double[] before = product.beta == 0 ? new double[0] : product.c(number).read(memory);
    double[] bias = product.biasAt == 0 ? new double[m] : product.bias().read(memory);
    for (int at = 0; at < sums.length; at++) {
      double scaled = product.alpha * sums[at] + bias[at % m];
      double value = product.beta == 0 ? scaled : scaled + product.beta * before[at];
      sums[at] = product.activation.of(value);
    }
    product.c(number).write(memory, sums);
    return 0;
  }

  private static double[] ones(int n) {
    var ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }

  /// Adds A·B to C, all of them column by column.
  private static void add(double[] a, double[] b, double[] c, int m, int n, int k) {
    IntStream.range(0, n)
        .parallel()
        .forEach(j -> {
          for (int p = 0; p < k; p++) {
            double factor = b[p + j * k];
            for (int i = 0; i < m; i++) {
              c[i + j * m] += a[i + p * m] * factor;
            }
          }
        });
  }
}
