package tapeline.compress;

/// Gives all workers one gradient: the mean of what each has, or nearly that.
@FunctionalInterface
public interface GradientExchange {
  /// Exchanges gradients: all workers of the ring take part, each with as many numbers.
  Exchanged exchange(RingLink link, float[] gradient);

  /// The result of an exchange.
  ///
  /// @param mean the mean over all workers of what they said; the same for all of them, to the bit
  /// @param said what this worker's message stood for: its own share in the mean
  record Exchanged(float[] mean, float[] said) {}

  /// Returns the exchange of the exact mean, to rounding, by [RingAllReduce]: 4 bytes a number.
  static GradientExchange exact() {
    return (link, gradient) -> {
      var mean = gradient.clone();
      RingAllReduce.sum(link, mean);
      divide(mean, link.size());
      return new Exchanged(mean, gradient);
    };
  }

  /// Returns the exchange of the mean of what the workers' messages stand for. Each message goes to
  /// every worker, as a sum of messages is no message.
  static GradientExchange coded(GradientCodec codec) {
    return (link, gradient) -> {
      var messages = RingAllReduce.gather(link, codec.encode(gradient));
      var mean = new float[gradient.length];
      for (var message : messages) {
        var numbers = codec.decode(message, gradient.length);
        for (int i = 0; i < mean.length; i++) {
          mean[i] += numbers[i];
        }
      }
      divide(mean, link.size());
      return new Exchanged(mean, codec.decode(messages[link.rank()], gradient.length));
    };
  }

  private static void divide(float[] numbers, int by) {
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] /= by;
    }
  }
}
