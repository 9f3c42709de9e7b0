package tapeline.competition;

import java.io.IOException;

/// An archive, or a folder to be archived, breaks a rule.
public final class ArchiveException extends IOException {
  private static final long serialVersionUID = 1;

  public ArchiveException(String rule) {
    super(rule);
  }
}
