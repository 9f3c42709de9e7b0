package tapeline.instructor.web;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeoutException;

/// A request's body, which is refused where it is too long, too slow or breaks off.
final class LimitedBody extends FilterInputStream {
  private final BodyLimits limits;
  private long bytes;
  private long waited;

  LimitedBody(InputStream in, BodyLimits limits) {
    super(in);
    this.limits = limits;
  }

  @Override
  public int read() {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int from, int most) {
    long since = limits.nanos().getAsLong();
    int n = readAsFarAsItGoes(buffer, from, most);
    waited += limits.nanos().getAsLong() - since;
    if (n > 0) {
      bytes += n;
      limits.requireSize(bytes);
      limits.requirePace(bytes, waited);
    }
    return n;
  }

  /// Leaves the request open, as the server reads what is left of a refused one.
  @Override
  public void close() {}

  private int readAsFarAsItGoes(byte[] buffer, int from, int most) {
    try {
      return super.read(buffer, from, most);
    } catch (IOException e) {
      boolean silent = e.getCause() instanceof TimeoutException;
      throw new HttpRefusal(silent ? 408 : 400, "the body broke off: " + e.getMessage());
    }
  }
}
