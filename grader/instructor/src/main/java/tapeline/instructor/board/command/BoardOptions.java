package tapeline.instructor.board.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tapeline.competition.Events;
import tapeline.instructor.board.BoardEvent;
import tapeline.instructor.board.BoardRun;
import tapeline.instructor.board.BoardStore;

/// The options of all commands of the leaderboard.
public final class BoardOptions {
  @Option(
      names = "--db",
      paramLabel = "FILE|URL",
      defaultValue = "leaderboard.db",
      description = {
        "The database: a file, or jdbc:postgresql://host/name?user=…",
        "Default: ${DEFAULT-VALUE}"
      })
  String db = "leaderboard.db";

  @Option(
      names = "--events",
      paramLabel = "DIR",
      description = "A folder of events, a JSON file each. Default: the course's seven.")
  @Nullable Path events;

  BoardStore store() throws IOException {
    return BoardStore.open(db);
  }

  /// Opens the board, and does not create one.
  ///
  /// @throws IllegalArgumentException when the file is not there
  BoardStore existing() throws IOException {
    if (!db.startsWith("jdbc:") && !Files.isRegularFile(Path.of(db))) {
      throw new IllegalArgumentException(
          "there is no board in %s: leaderboard run makes one, and --db names another"
              .formatted(db));
    }
    return store();
  }

  /// A path beside the database's file, or in this folder where it is no file.
  Path besideTheDatabase(String what) {
    return Path.of((db.startsWith("jdbc:") ? "leaderboard" : db) + what);
  }

  /// Says so when the last run stopped before its end, and how to go on with it.
  void tellWhatStopped(BoardStore store, PrintStream out) {
    store
        .runs()
        .last()
        .filter(r -> r.state() == BoardRun.State.STOPPED)
        .ifPresent(r ->
            out.println(
                r.stopped()
                    + "\n  go on with: ./tapeline leaderboard run SUBMISSIONS --db "
                    + (db.startsWith("jdbc:") ? "URL" : db))); // a URL may hold a password
  }

  /// The events in the folder, or the course's.
  List<BoardEvent> read() throws IOException {
    var read = events == null ? Events.standard() : Events.in(events);
    return read.stream().map(BoardEvent::of).toList();
  }

  /// Returns the events by their hashes.
  public static Map<String, BoardEvent> byHash(List<BoardEvent> events) {
    var map = new LinkedHashMap<String, BoardEvent>();
    events.forEach(e -> map.put(e.hash(), e));
    return map;
  }
}
