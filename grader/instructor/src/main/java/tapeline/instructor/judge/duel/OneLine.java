package tapeline.instructor.judge.duel;

/// Text that an entry wrote, made fit to be shown: one short line without control characters.
final class OneLine {
  private static final int MOST = 200;

  private OneLine() {}

  static String text(String untrusted) {
    var line = untrusted.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Co}\\p{Cn}\\s]+", " ").strip();
    return line.length() <= MOST ? line : line.substring(0, MOST) + "…";
  }
}
