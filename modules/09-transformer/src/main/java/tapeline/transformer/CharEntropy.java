package tapeline.transformer;

/// How uncertain the next token of a text is when tokens are only counted, in nats: what a model
/// must beat to have learnt more than frequencies.
public final class CharEntropy {
  private CharEntropy() {}

  /// By how often each token comes: `−Σ p(b)·ln p(b)`.
  public static double unigram(int... text) {
    var counts = new long[vocabulary(text)];
    for (int token : text) {
      counts[token]++;
    }
    return entropy(counts, text.length);
  }

  /// By the token before as well: `−Σ p(a, b)·ln p(b|a)`.
  public static double bigram(int... text) {
    int n = vocabulary(text);
    var pairs = new long[n][n];
    for (int i = 0; i + 1 < text.length; i++) {
      pairs[text[i]][text[i + 1]]++;
    }
    double sum = 0;
    for (var row : pairs) {
      long uses = 0;
      for (long c : row) {
        uses += c;
      }
      sum += uses * entropy(row, uses);
    }
    return sum / (text.length - 1);
  }

  private static int vocabulary(int... text) {
    int largest = 0;
    for (int token : text) {
      largest = Math.max(largest, token);
    }
    return largest + 1;
  }

  private static double entropy(long[] counts, long total) {
    double sum = 0;
    for (long c : counts) {
      if (c > 0) {
        double p = (double) c / total;
        sum -= p * Math.log(p);
      }
    }
    return sum;
  }
}
