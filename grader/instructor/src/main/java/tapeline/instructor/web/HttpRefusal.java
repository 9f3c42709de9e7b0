package tapeline.instructor.web;

/// A request that is not answered: the status says what is wrong, the message names rule and value.
public final class HttpRefusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;

  public HttpRefusal(int status, String message) {
    super(message);
    this.status = status;
  }

  public int status() {
    return status;
  }
}
