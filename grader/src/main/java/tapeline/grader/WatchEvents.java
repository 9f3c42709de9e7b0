package tapeline.grader;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// Saves and keys, in the order in which they come.
final class WatchEvents implements AutoCloseable {
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final Thread saves;

  /// Something that happens while files are watched.
  sealed interface Event {}

  /// A source was saved.
  record Save(String file) implements Event {}

  /// A letter was typed, and Enter.
  record Key(String letter) implements Event {}

  /// @param input where the letters are typed; its end is the end of keys, not of watching
  WatchEvents(Watch watch, InputStream input) {
    saves = Thread.ofPlatform().daemon().name("saves").start(() -> saves(watch));
    Thread.ofPlatform().daemon().name("keys").start(() -> keys(input));
  }

  private void saves(Watch watch) {
    try {
      while (true) {
        events.add(new Save(watch.next()));
      }
    } catch (IllegalStateException _) {
      // The watching has ended.
    }
  }

  private void keys(InputStream input) {
    try {
      var lines = new BufferedReader(new InputStreamReader(input, Charset.defaultCharset()));
      for (String line; (line = lines.readLine()) != null; ) {
        events.add(new Key(line.strip().toLowerCase(Locale.ROOT)));
      }
    } catch (IOException _) {
      // No more keys.
    }
  }

  /// Returns whether nothing waits.
  boolean quiet() {
    return events.isEmpty();
  }

  /// Waits for what comes next; of saves that came meanwhile the last one counts.
  Event next() {
    try {
      var event = events.take();
      while (event instanceof Save && events.peek() instanceof Save) {
        event = events.take();
      }
      return event;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a save");
    }
  }

  @Override
  public void close() {
    saves.interrupt();
  }
}
