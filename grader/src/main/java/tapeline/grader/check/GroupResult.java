package tapeline.grader.check;

import java.util.List;

/// The outcomes of a group.
///
/// @param group the group's name
/// @param seconds how long it took
public record GroupResult(String group, List<Outcome> outcomes, double seconds) {}
