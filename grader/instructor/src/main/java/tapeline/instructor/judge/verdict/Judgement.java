package tapeline.instructor.judge.verdict;

import org.jspecify.annotations.Nullable;
import tapeline.instruments.machine.SystemInfo;

/// The result of judging one pair: an entry beside the event's baseline, or beside another entry.
/// It is the unit of work, of storage and of resumption.
///
/// @param seed of all that was drawn
/// @param verdict what became of it
/// @param defence the name of the defence that stopped it; empty when none did
/// @param reason one sentence for its author
/// @param score null unless it was measured
/// @param machine on which
/// @param when as ISO 8601
/// @param seconds that judging took
public record Judgement(
    long seed,
    JudgeVerdict verdict,
    String defence,
    String reason,
    @Nullable PairScore score,
    SystemInfo machine,
    String when,
    double seconds) {}
