package tapeline.compress;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// Gradients of matrices as products of narrow ones, P (m,r) and Q (n,r), by one step of a power
/// iteration that goes on from where the last one ended (Vogels, Karimireddy and Jaggi 2019, arXiv
/// 1905.13727). P and Q are sums over workers, so that a ring all-reduce does: the bytes of a
/// worker do not grow with their number. Vectors go as they are.
public final class PowerSgd implements GradientExchange {
  private final List<Shape> shapes;
  private final List<Tensor> qs = new ArrayList<>(); // (n,r) each; of a vector without numbers

  /// @param shapes of the gradients in a flat one, in their order
  /// @param rank r; of a matrix with fewer rows or columns it is those
  /// @param seed the same for all workers
  public PowerSgd(List<Shape> shapes, int rank, long seed) {
    if (rank < 1) {
      throw new IllegalArgumentException("a rank is 1 or more, got " + rank);
    }
    this.shapes = List.copyOf(shapes);
    var random = new SplittableRandom(seed);
    for (var shape : shapes) {
      boolean matrix = shape.rank() >= 2;
      int columns = matrix ? shape.size() / shape.length(0) : 0;
      int most = matrix ? Math.min(shape.length(0), columns) : 0;
      qs.add(Tensor.normal(random, columns, Math.min(rank, most)));
    }
  }

  /// @param mean of the workers' approximations, (m,n)
  /// @param said this worker's
  record Approximation(Tensor mean, Tensor said) {}

  @Override
  public Exchanged exchange(RingLink link, float[] gradient) {
    int size = shapes.stream().mapToInt(Shape::size).sum();
    if (gradient.length != size) {
      throw new IllegalArgumentException(
          "the shapes have %d numbers, got %d".formatted(size, gradient.length));
    }
    var mean = new float[size];
    var said = new float[size];
    int at = 0;
    for (int k = 0; k < shapes.size(); k++) {
      int length = shapes.get(k).size();
      var own = Arrays.copyOfRange(gradient, at, at + length);
      Approximation both;
      if (shapes.get(k).rank() >= 2) {
        both = approximate(link, k, Tensor.vector(own).reshape(shapes.get(k).length(0), -1));
      } else {
        var exact = Tensor.vector(own);
        both = new Approximation(mean(link, exact), exact);
      }
      System.arraycopy(both.mean().toArray(), 0, mean, at, length);
      System.arraycopy(both.said().toArray(), 0, said, at, length);
      at += length;
    }
    return new Exchanged(mean, said);
  }

  /// Approximates matrix k, M (m,n) on this worker; the next exchange begins with the Q of this
  /// one.
  private Approximation approximate(RingLink link, int k, Tensor m) {
    var p = Orthonormal.columns(mean(link, m.matmul(qs.get(k))));
    var own = m.transpose().matmul(p);
    var q = mean(link, own);
    qs.set(k, q);
    return new Approximation(p.matmul(q.transpose()), p.matmul(own.transpose()));
  }

  /// Returns the mean over all workers of their tensors.
  private static Tensor mean(RingLink link, Tensor own) {
    var numbers = own.toArray();
    RingAllReduce.sum(link, numbers);
    return Tensor.of(numbers, own.shape().toArray()).div(link.size());
  }

  /// Returns the bytes of the numbers that an exchange sums.
  public long bytes() {
    return IntStream.range(0, shapes.size())
        .mapToLong(k -> {
          int r = qs.get(k).shape().length(1);
          var shape = shapes.get(k);
          int rows = shape.rank() >= 2 ? shape.length(0) : 0;
          return r == 0 ? 4L * shape.size() : 4L * r * (rows + qs.get(k).shape().length(0));
        })
        .sum();
  }
}
