package tapeline.competition;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// The events of a competition.
public final class Events {
  private static final List<String> STANDARD =
      List.of(
          "scalar-sprint",
          "matmul",
          "training",
          "generation",
          "smallest-model",
          "kernel-traffic",
          "kernel-time");

  private Events() {}

  /// Returns the events of the course.
  public static List<Event> standard() {
    return STANDARD.stream().map(Events::resource).toList();
  }

  /// The course's event with this id.
  ///
  /// @throws IllegalArgumentException when there is none
  public static Event named(String id) {
    if (!STANDARD.contains(id)) {
      throw new IllegalArgumentException("an event is one of %s, got %s".formatted(STANDARD, id));
    }
    return resource(id);
  }

  /// The events in a folder: its files that end in `.json`, in the order of their names.
  ///
  /// @throws IllegalArgumentException when a file is no event, naming it, or two have one id
  public static List<Event> in(Path folder) throws IOException {
    var events = new ArrayList<Event>();
    var ids = new HashSet<String>();
    for (var file : files(folder)) {
      Event event;
      try {
        event = Event.read(Files.readString(file));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(file.getFileName() + ": " + e.getMessage(), e);
      }
      if (!ids.add(event.id())) {
        throw new IllegalArgumentException(
            "%s: an event's id is its own, got \"%s\" twice"
                .formatted(file.getFileName(), event.id()));
      }
      events.add(event);
    }
    return List.copyOf(events);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (var list = Files.list(folder)) {
      return list.filter(f -> f.toString().endsWith(".json")).sorted().toList();
    }
  }

  private static Event resource(String id) {
    var name = "/events/" + id + ".json";
    try (InputStream in = Events.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + name + " is missing");
      }
      return Event.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
