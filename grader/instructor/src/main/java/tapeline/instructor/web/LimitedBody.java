package tapeline.instructor.web;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeoutException;

/// A request's body, which is refused where it is too long, too slow or breaks off.
final class LimitedBody extends FilterInputStream {
  private final BodyLimits limits;
  private final long since;
  private long bytes;

  LimitedBody(InputStream in, BodyLimits limits) {
    super(in);
    this.limits = limits;
    this.since = limits.nanos().getAsLong();
  }

  @Override
  public int read() {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int from, int most) {
    int n = readAsFarAsItGoes(buffer, from, most);
    bytes += Math.max(0, n);
    limits.requireSize(bytes);
    limits.requirePace(bytes, since);
    return n;
  }

  /// Leaves the request open, as the server reads what is left of a refused one.
  @Override
  public void close() {}

  private int readAsFarAsItGoes(byte[] buffer, int from, int most) {
    try {
      return super.read(buffer, from, most);
    } catch (IOException e) {
      boolean waited = e.getCause() instanceof TimeoutException;
      throw new HttpRefusal(waited ? 408 : 400, "the body broke off: " + e.getMessage());
    }
  }
}
