package tapeline.instructor.board;

import tapeline.competition.Event;
import tapeline.toolkit.Sha256;

/// An event of the board, named by its text: a change to an event's file begins a new one.
public record BoardEvent(String hash, Event event) {
  public static BoardEvent of(Event event) {
    return new BoardEvent(Sha256.of(BoardJson.line(event)), event);
  }

  public String id() {
    return event.id();
  }
}
