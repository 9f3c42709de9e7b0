package tapeline.instructor.board;

/// An entry as it came in: what [BoardEntry] says of it, and its bytes.
///
/// @param bytes of the archive
@SuppressWarnings("ArrayRecordComponent")
record SubmittedEntry(
    String hash,
    String source,
    String eventId,
    String team,
    String name,
    String manifest,
    String problem,
    long codeBytes,
    String archive,
    byte[] bytes) {}
