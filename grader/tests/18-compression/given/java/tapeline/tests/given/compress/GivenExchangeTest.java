package tapeline.tests.given.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.compress.EightBits;
import tapeline.compress.ErrorFeedback;
import tapeline.compress.FlatGradient;
import tapeline.compress.GradientCodec;
import tapeline.compress.GradientExchange;
import tapeline.compress.LocalRing;
import tapeline.compress.ParallelTrainer;
import tapeline.compress.PowerSgd;
import tapeline.compress.RingAllReduce;
import tapeline.compress.SignBits;
import tapeline.compress.Threshold;
import tapeline.compress.TopK;
import tapeline.compress.WireTime;
import tapeline.data.Dataset;
import tapeline.nn.GradientDescent;
import tapeline.nn.Sequential;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

class GivenExchangeTest {
  private static final float[] GRADIENT = {0.5f, -4, 0, 2, -1};

  private static float[] thereAndBack(GradientCodec codec) {
    return codec.decode(codec.encode(GRADIENT), GRADIENT.length);
  }

  @Test
  void messages_by_hand() {
    assertThat(thereAndBack(new TopK(0.4))).as("top 40 %").containsExactly(0, -4, 0, 2, 0);
    assertThat(thereAndBack(new TopK(0.01))).as("at least one").containsExactly(0, -4, 0, 0, 0);
    assertThat(thereAndBack(new Threshold(1))).as("1 or more").containsExactly(0, -4, 0, 2, -1);
    assertThat(new TopK(0.4).encode(GRADIENT)).as("8 bytes each of 2 numbers").hasSize(16);
    assertThat(new TopK(0.07).encode(new float[100])).as("7 of 100").hasSize(8 * 7);
    assertThat(new EightBits().encode(GRADIENT)).as("4 bytes, and 1 a number").hasSize(9);
    var eight = thereAndBack(new EightBits());
    for (int i = 0; i < eight.length; i++) {
      assertThat(Math.abs(eight[i] - GRADIENT[i]))
          .as("the error of %s in 8 bits: half a unit of 4/127 at most", GRADIENT[i])
          .isLessThanOrEqualTo(4f / 127 / 2 + 1e-6f);
    }
    assertThat(new EightBits().decode(new EightBits().encode(new float[3]), 3))
        .as("zeros in 8 bits")
        .containsOnly(0);
  }

  /// A message comes from another process.
  @Test
  void what_is_no_message_is_refused() {
    var far = new byte[8];
    far[3] = 5; // place 5 of 5
    var twice = new byte[16]; // place 0 again
    var before = new byte[8];
    Arrays.fill(before, (byte) -1);
    assertThat(
            List.of(
                Thrown.by(() -> new TopK(1).decode(new byte[9], 5)),
                Thrown.by(() -> new TopK(1).decode(new byte[48], 5)),
                Thrown.by(() -> new TopK(1).decode(far, 5)),
                Thrown.by(() -> new Threshold(0).decode(twice, 5)),
                Thrown.by(() -> new Threshold(0).decode(before, 5)),
                Thrown.by(() -> new EightBits().decode(new byte[8], 5)),
                Thrown.by(() -> new SignBits().decode(new byte[6], 5))))
        .as("what is refused")
        .containsExactly(
            "IllegalArgumentException: a sparse message has 8 bytes for each of up to 5 numbers,"
                + " got 9 bytes",
            "IllegalArgumentException: a sparse message has 8 bytes for each of up to 5 numbers,"
                + " got 48 bytes",
            "IllegalArgumentException: places rise from 0 to 4, got 5 after -1",
            "IllegalArgumentException: places rise from 0 to 4, got 0 after 0",
            "IllegalArgumentException: places rise from 0 to 4, got -1 after -1",
            "IllegalArgumentException: 5 numbers in 8 bits are 9 bytes, got 8",
            "IllegalArgumentException: 5 signs are 5 bytes, got 6");
  }

  @Test
  void gathered_messages_are_in_the_order_of_ranks() {
    var all =
        LocalRing.run(
            4,
            link ->
                Arrays.deepToString(
                    RingAllReduce.gather(link, new byte[] {(byte) (10 + link.rank())})));
    assertThat(all).as("what each of 4 workers gathered").containsOnly("[[10], [11], [12], [13]]");
  }

  @Test
  void a_ring_that_is_stuck_says_so() {
    assertThat(
            Thrown.by(
                () -> LocalRing.run(3, link -> link.rank() == 1 ? new byte[0] : link.receive())))
        .as("two of three wait for a message that is never sent")
        .isEqualTo("IllegalStateException: no message is on its way: rank 0 waits for ever");
    assertThat(
            Thrown.by(() ->
                LocalRing.run(
                    3,
                    link -> {
                      if (link.rank() == 2) {
                        throw new IllegalArgumentException("rank 2 fails");
                      }
                      return link.receive();
                    })))
        .as("what is thrown is the failure, not that others wait")
        .isEqualTo("IllegalArgumentException: rank 2 fails");
  }

  @Test
  void a_piece_of_another_length_is_refused() {
    assertThat(
            Thrown.by(() ->
                LocalRing.run(
                    2,
                    link -> {
                      RingAllReduce.sum(link, new float[link.rank() == 0 ? 4 : 8]);
                      return link;
                    })))
        .as("a ring of workers with 4 and with 8 numbers")
        .isEqualTo("IllegalStateException: piece 1 of 2 has 8 bytes, got 16");
  }

  private static Dataset digits(int size) {
    var random = Seeds.random("digits");
    var labels = IntStream.range(0, size).map(i -> i % 3).toArray();
    return new Dataset(Tensor.normal(random, size, 6), labels, 3);
  }

  /// A step with each part on a worker is a step with the whole batch, also for unequal parts.
  @Test
  void workers_have_the_gradient_of_the_whole_batch() {
    var batch = digits(14);
    for (int workers : new int[] {2, 4}) {
      var gradients =
          LocalRing.run(
              workers,
              link -> {
                var model = Sequential.mlp(Seeds.random("model"), 6, 5, 3);
                new ParallelTrainer(model, _ -> {}, GradientExchange.exact(), link).step(batch);
                return FlatGradient.of(model.parameters());
              });
      var one =
          LocalRing.run(
                  1,
                  link -> {
                    var model = Sequential.mlp(Seeds.random("model"), 6, 5, 3);
                    new ParallelTrainer(model, _ -> {}, GradientExchange.exact(), link).step(batch);
                    return FlatGradient.of(model.parameters());
                  })
              .getFirst();
      for (int i = 0; i < one.length; i++) {
        assertThat(Math.abs(gradients.getLast()[i] - one[i]))
            .as("the error of number %d of the gradient, %d workers", i, workers)
            .isLessThan(1e-6f);
      }
      assertThat(gradients.getFirst()).as("bits of rank 0").isEqualTo(gradients.getLast());
    }
    assertThat(
            Thrown.by(() ->
                LocalRing.run(
                    3,
                    link ->
                        new ParallelTrainer(
                                new Sequential(), _ -> {}, GradientExchange.exact(), link)
                            .part(digits(2)))))
        .as("a batch with fewer examples than workers")
        .isEqualTo("IllegalArgumentException: each of 3 workers needs an example, got 2");
  }

  /// The sum of what was said and of the errors is the sum of the gradients, whatever the codec.
  @Test
  void feedback_of_every_codec_keeps_what_is_not_said() {
    for (var codec : List.of(new TopK(0.2), new Threshold(1), new EightBits(), new SignBits())) {
      var rests =
          LocalRing.run(
              2,
              link -> {
                var feedback = new ErrorFeedback(GradientExchange.coded(codec));
                var said = new double[GRADIENT.length];
                for (int step = 0; step < 20; step++) {
                  var of = feedback.exchange(link, GRADIENT).said();
                  IntStream.range(0, said.length).forEach(i -> said[i] += of[i]);
                }
                double worst = 0;
                for (int i = 0; i < said.length; i++) {
                  double all = said[i] + feedback.error()[i];
                  worst = Math.max(worst, Math.abs(all - 20 * GRADIENT[i]));
                }
                return worst;
              });
      assertThat(rests.getFirst())
          .as("%s: what is missing of 20 gradients", codec)
          .isLessThan(1e-3);
    }
  }

  @Test
  void powersgd_sends_what_it_says() {
    var shapes = List.of(Shape.of(10, 6), Shape.of(6));
    var method = new PowerSgd(shapes, 2, 1);
    assertThat(method.bytes()).as("bytes of (10,6) in rank 2, and 6 numbers").isEqualTo(4 * 38);
    assertThat(new PowerSgd(List.of(Shape.of(6, 1)), 4, 1).bytes())
        .as("bytes of a column, whose rank is 1")
        .isEqualTo(4 * 7);
    var sent =
        LocalRing.run(
            2,
            link -> {
              var own = new PowerSgd(shapes, 2, 1);
              own.exchange(link, new float[66]);
              return link.bytesSent();
            });
    assertThat(sent).as("bytes that each of two workers sends").containsOnly(4L * 38);
    assertThat(Thrown.by(() -> LocalRing.run(1, link -> method.exchange(link, new float[65]))))
        .as("a gradient of 65 numbers for shapes of 66")
        .isEqualTo("IllegalArgumentException: the shapes have 66 numbers, got 65");
  }

  /// 1 µs and 8 Gbit/s, a gigabyte a second.
  @Test
  void a_network_by_formula() {
    var wire = new WireTime(1e-6, 8e9);
    assertThat(wire.message(1e6)).as("a megabyte").isEqualTo(1e-6 + 1e-3);
    assertThat(wire.allReduce(4, 4e6)).as("4 MB summed by 4").isEqualTo(6 * (1e-6 + 1e-3));
    assertThat(wire.gather(4, 1e6)).as("1 MB gathered by 4").isEqualTo(3 * (1e-6 + 1e-3));
  }

  /// One number in fifty is sent: with feedback the loss falls further.
  @Test
  void top_k_needs_feedback() {
    double with = loss(new ErrorFeedback(GradientExchange.coded(new TopK(0.02))));
    double without = loss(GradientExchange.coded(new TopK(0.02)));
    assertThat(with).as("the loss with feedback, against without").isLessThan(without);
  }

  private static double loss(GradientExchange exchange) {
    var batch = digits(30);
    return LocalRing.run(
            1,
            link -> {
              var model = Sequential.mlp(Seeds.random("model"), 6, 20, 3);
              var trainer = new ParallelTrainer(model, new GradientDescent(0.3f), exchange, link);
              double last = 0;
              for (int step = 0; step < 300; step++) {
                last = trainer.step(batch);
              }
              return last;
            })
        .getFirst();
  }
}
