package tapeline.instructor.board.command;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tapeline.instructor.board.page.LiveSite;

/// `leaderboard serve`: the pages as they are now, on this machine alone.
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = "Shows the pages live, on this machine alone, until Ctrl-C.")
final class ServeCommand implements Callable<Integer> {
  @Mixin private BoardOptions board = new BoardOptions();

  @Option(
      names = "--port",
      defaultValue = "8020",
      description = "Default: ${DEFAULT-VALUE}; 0 for any that is free.")
  private int port;

  @Option(names = "--open", description = "Opens a browser.")
  private boolean open;

  private final PrintStream out;

  ServeCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var store = board.existing();
    board.tellWhatStopped(store, out);
    try (var live = LiveSite.start(store, port)) {
      out.println("the leaderboard: " + live.url() + "  (Ctrl-C ends it)");
      if (open) {
        Browser.open(live.url(), out);
      }
      new CountDownLatch(1).await();
    }
    return 0;
  }
}
