package tapeline.instructor.service;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tapeline.instructor.board.TeamName;
import tapeline.instructor.receipt.MemberTable;

/// `class revoke`: takes a token away; what was handed in with it stays.
@Command(
    name = "revoke",
    mixinStandardHelpOptions = true,
    description =
        "Takes away the token of a team, student or instructor; the next invitation makes another.")
final class ClassRevoke implements Callable<Integer> {
  @Mixin private ClassOptions options = new ClassOptions();

  @Parameters(index = "1", paramLabel = "NAME", description = "As the roster has it.")
  private String name = "";

  private final PrintStream out;

  ClassRevoke(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws IOException {
    int revoked = new MemberTable(options.database()).revoke(TeamName.key(name));
    if (revoked == 0) {
      throw new IllegalArgumentException(
          "no team, student or instructor called %s has a token".formatted(name));
    }
    out.println("revoked: " + name);
    return 0;
  }
}
