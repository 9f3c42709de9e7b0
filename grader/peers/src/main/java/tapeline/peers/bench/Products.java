package tapeline.peers.bench;

import ai.djl.ndarray.NDManager;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.ejml.data.FMatrixRMaj;
import org.ejml.dense.row.CommonOps_FDRM;
import tapeline.peers.Twin;
import tapeline.peers.bench.PeerWork.Pair;
import tapeline.tensor.Tensor;

/// The rows of matrix products: square, odd, skinny and batched, beside each that has one.
final class Products {
  /// Sums of up to 2048 products of N(0,1), by the size of the whole: what rounding leaves.
  private static final double CLOSE = 1e-4;

  private Products() {}

  /// `batch` products (m,k)·(k,n).
  private record Size(int batch, int m, int k, int n) {
    /// The largest ratio of the time to OpenBLAS's that is allowed; NaN for sizes without a goal.
    private double goal() {
      return batch == 1 && m == k && k == n && m >= 512 ? 0.93 : Double.NaN;
    }

    private String shape() {
      return (batch == 1 ? "" : batch + " of ") + "%dx%d · %dx%d".formatted(m, k, k, n);
    }
  }

  private static final List<Size> SIZES =
      List.of(
          new Size(1, 256, 256, 256),
          new Size(1, 511, 511, 511),
          new Size(1, 512, 512, 512),
          new Size(1, 1024, 1024, 1024),
          new Size(1, 2048, 2048, 2048),
          new Size(1, 8, 1024, 1024),
          new Size(1, 1024, 1024, 8),
          new Size(1, 1024, 8, 1024),
          new Size(32, 64, 32, 64));

  static List<PeerWork> works() {
    var works = new ArrayList<PeerWork>();
    for (var size : SIZES) {
      works.add(work("OpenBLAS", size, (_, random) -> openBlas(size, random)));
      works.add(work("PyTorch", size, (manager, random) -> torch(manager, size, random)));
      if (size.batch == 1 && size.m <= 1024) {
        works.add(work("EJML", size, (_, random) -> ejml(size, random)));
      }
    }
    return works;
  }

  private static PeerWork work(
      String peer, Size size, BiFunction<NDManager, SplittableRandom, Pair> start) {
    double goal = peer.equals("OpenBLAS") ? size.goal() : Double.NaN;
    return new PeerWork(4, "SGEMM", size.shape(), size.batch, false, CLOSE, start)
        .beside(peer)
        .onVectors()
        .withGoal(goal);
  }

  private static Tensor left(Size size, SplittableRandom random) {
    return size.batch == 1
        ? Tensor.normal(random, size.m, size.k)
        : Tensor.normal(random, size.batch, size.m, size.k);
  }

  private static Tensor right(Size size, SplittableRandom random) {
    return size.batch == 1
        ? Tensor.normal(random, size.k, size.n)
        : Tensor.normal(random, size.batch, size.k, size.n);
  }

  private static Pair torch(NDManager manager, Size size, SplittableRandom random) {
    var twin =
        Twin.of(
            List.of(left(size, random), right(size, random)),
            (_, x) -> x.get(0).matmul(x.get(1)),
            x -> x.get(0).matMul(x.get(1)));
    return Works.pair(manager, random, twin, PassKind.FORWARD);
  }

  private static Pair openBlas(Size size, SplittableRandom random) {
    var blas = OpenBlas.get();
    var a = left(size, random);
    var b = right(size, random);
    var arena = Arena.ofAuto();
    var nativeA = copy(arena, a.toArray());
    var nativeB = copy(arena, b.toArray());
    var nativeC = copy(arena, new float[size.batch * size.m * size.n]);
    return new Pair(
        ours(a, b),
        new Product() {
          @Override
          public void forward() {
            for (int i = 0; i < size.batch; i++) {
              blas.multiply(
                  size.m,
                  size.k,
                  size.n,
                  nativeA.asSlice(4L * i * size.m * size.k),
                  nativeB.asSlice(4L * i * size.k * size.n),
                  nativeC.asSlice(4L * i * size.m * size.n));
            }
          }

          @Override
          float[] value() {
            return nativeC.toArray(ValueLayout.JAVA_FLOAT);
          }
        });
  }

  private static MemorySegment copy(Arena arena, float... values) {
    var segment = arena.allocate(4L * values.length, 64);
    MemorySegment.copy(values, 0, segment, ValueLayout.JAVA_FLOAT, 0, values.length);
    return segment;
  }

  private static Pair ejml(Size size, SplittableRandom random) {
    var a = left(size, random);
    var b = right(size, random);
    var theirA = FMatrixRMaj.wrap(size.m, size.k, a.toArray());
    var theirB = FMatrixRMaj.wrap(size.k, size.n, b.toArray());
    var c = new FMatrixRMaj(size.m, size.n);
    return new Pair(
        ours(a, b),
        new Product() {
          @Override
          public void forward() {
            CommonOps_FDRM.mult(theirA, theirB, c);
          }

          @Override
          float[] value() {
            return c.data;
          }
        });
  }

  private static EnginePass ours(Tensor a, Tensor b) {
    return new Product() {
      private Tensor c = Tensor.scalar(0);

      @Override
      public void forward() {
        c = a.matmul(b);
      }

      @Override
      float[] value() {
        return c.toArray();
      }
    };
  }

  private abstract static class Product implements EnginePass {
    abstract float[] value();

    @Override
    public void backward() {}

    @Override
    public List<double[]> answers() {
      forward();
      var values = value();
      var answer = new double[values.length];
      Arrays.setAll(answer, i -> values[i]);
      return List.of(answer);
    }
  }
}
