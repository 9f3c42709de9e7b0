package tapeline.instructor.homework;

/// A submission that is not graded, with the reason in words for its author.
public final class Refused extends Exception {
  private static final long serialVersionUID = 1;

  public Refused(String why) {
    super(why);
  }
}
