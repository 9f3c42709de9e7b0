package tapeline.instructor.board;

/// An entry on its way to the board, with its bytes.
///
/// @param entry without a place in the order: the board gives it one
/// @param bytes of the archive
public record SubmittedEntry(BoardEntry entry, byte[] bytes) {}
