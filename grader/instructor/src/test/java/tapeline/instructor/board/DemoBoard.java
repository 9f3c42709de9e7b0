package tapeline.instructor.board;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tapeline.instructor.board.page.BoardSite;

/// A board with something of everything: shared ranks, resubmissions, cheats, names that are
/// markup.
final class DemoBoard {
  static final String SCRIPT = "<script>document.title='owned'</script>";

  private DemoBoard() {}

  /// Three runs, so that there is a history.
  static TestBoard in(Path folder) throws IOException, InterruptedException {
    var board = TestBoard.in(folder);
    board.store().requireSeed(20);
    var b = new Builder(board);
    b.add("matmul", "Ada’s Engines", "1.9", "Blocks", "cache blocking");
    b.add("matmul", "Null Pointers", "1.31", "Loop order", "loop order");
    b.add("matmul", "The Vector Lane", "6.2", "Lanes", "Vector API", "cache blocking");
    b.add("training", "Ada’s Engines", "1.4", "Larger batches", "fewer epochs");
    b.add("training", "Null Pointers", "0.82", "Adam", "Adam");
    b.add("scalar-sprint", "Kernel Panic", "2.4", "Flat tape", "primitive arrays");
    b.add("smallest-model", "Kernel Panic", "3.1", "Four bits", "quantisation");
    board.run();
    b.add("matmul", "Kernel Panic", "3.02", "Unrolled", "unrolling", "cache blocking");
    b.add(
        "matmul",
        "Hopper and Sons of the Very Long Name University of Applied Sciences",
        "3.0",
        "Tiles of 64",
        "cache blocking",
        "packing");
    b.add("matmul", SCRIPT, "1.0", "<img src=x onerror=alert(1)>", "\"><b>bold</b>");
    b.add("matmul", "Null Pointers", "1.32", "Lucky copy", "loop order");
    b.add("training", "The Vector Lane", "2.2", "Closed form", "least squares");
    b.add("scalar-sprint", "Ada’s Engines", "2.41", "Fused", "fusion", "primitive arrays");
    b.add("smallest-model", "Ada’s Engines", "3.1", "Prototypes", "nearest prototype");
    b.add("generation", "The Vector Lane", "1.7", "Packed weights", "Vector API", "packing");
    board.run();
    b.add("matmul", "Ada’s Engines", "4.1", "Blocks, packed", "cache blocking", "packing");
    b.add("matmul", "Tape Worms", "1.01", "As it was");
    b.add("matmul", "Quick & Dirty", "REJECTED", "Replay", "memory");
    b.add("generation", "Quick & Dirty", "REVIEW", "Too good", "luck");
    b.add("training", "Tape Worms", "REFUSED", "Empty");
    b.add("no-such-event", "Lost", "2", "Elsewhere");
    b.add("smallest-model", "Tape Worms", "1.2", "Pruned", "pruning");
    b.add("kernel-traffic", "Kernel Panic", "5.5", "Shared tiles", "shared memory");
    b.add("kernel-traffic", "Hopper", "2.6", "Wide loads", "float4");
    for (int i = 0; i < 4; i++) { // close to one another, the larger the better
      b.add("kernel-time", "Team " + i, "2.%d".formatted(i), "Close", "unrolling");
    }
    Files.writeString(board.submissions().resolve("99-broken.zip"), "PK this is no archive");
    Files.createDirectory(board.submissions().resolve("98-empty"));
    board.run();
    return board;
  }

  private static final class Builder {
    private final TestBoard board;
    private int n;

    Builder(TestBoard board) {
      this.board = board;
    }

    void add(String event, String team, String fake, String name, String... techniques) {
      board.with(
          "%02d".formatted(++n), MadeUpEntry.of(event, team, fake).named(name).by(techniques));
    }
  }

  /// Makes one in the folder given.
  public static void main(String[] args) throws Exception {
    var board = in(Path.of(args[0]));
    new BoardSite(board.store(), false).write(Path.of(args[0]).resolve("site"));
  }
}
