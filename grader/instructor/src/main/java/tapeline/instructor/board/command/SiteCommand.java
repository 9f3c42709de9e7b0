package tapeline.instructor.board.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tapeline.instructor.board.page.BoardSite;

/// `leaderboard site`: the pages as files.
@Command(
    name = "site",
    mixinStandardHelpOptions = true,
    description = "Writes the pages as plain files, for any web host.")
final class SiteCommand implements Callable<Integer> {
  @Mixin private BoardOptions board = new BoardOptions();

  @Option(names = "--out", paramLabel = "DIR", required = true, description = "Where to.")
  private Path out = Path.of(".");

  private final PrintStream said;

  SiteCommand(PrintStream said) {
    this.said = said;
  }

  @Override
  public Integer call() throws IOException {
    var store = board.existing();
    int pages = new BoardSite(store, false).write(out);
    said.println("%d files in %s; begin with index.html".formatted(pages, out));
    board.tellWhatStopped(store, said);
    return 0;
  }
}
