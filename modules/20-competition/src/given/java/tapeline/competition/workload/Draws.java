package tapeline.competition.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import tapeline.toolkit.Sha256;

/// Random numbers that no entry can foretell from those before: AES in counter mode, its key the
/// SHA-256 of the seed and of what the numbers are for.
///
/// A [java.util.SplittableRandom] would not do: an entry sees its inputs, and from a few of them
/// could compute the generator's state, and so all inputs to come.
public final class Draws implements RandomGenerator {
  private static final int BLOCK = 4096;

  private final Cipher cipher;
  private final byte[] zeros = new byte[BLOCK];
  private ByteBuffer block = ByteBuffer.allocate(0);

  private Draws(Cipher cipher) {
    this.cipher = cipher;
  }

  /// The numbers for one purpose; the same for the same seed, purpose and indices.
  public static Draws of(long seed, String purpose, long... index) {
    var text = seed + " " + purpose + " " + Arrays.toString(index);
    try {
      byte[] key = Sha256.digest().digest(text.getBytes(UTF_8));
      var cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[16]));
      return new Draws(cipher);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES", e);
    }
  }

  @Override
  public long nextLong() {
    if (block.remaining() < Long.BYTES) {
      block = ByteBuffer.wrap(cipher.update(zeros));
    }
    return block.getLong();
  }

  @Override
  public int nextInt() {
    if (block.remaining() < Integer.BYTES) {
      block = ByteBuffer.wrap(cipher.update(zeros));
    }
    return block.getInt();
  }

  /// So many floats, uniform from `low` to `high`.
  public float[] uniform(int n, float low, float high) {
    var values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = low + (high - low) * nextFloat();
    }
    return values;
  }

  /// So many floats with the standard normal distribution, times `deviation`.
  public float[] normal(int n, double deviation) {
    var values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = (float) (deviation * nextGaussian());
    }
    return values;
  }
}
