package tapeline.laboratory.tracking;

import tapeline.bench.Conditions;

/// Beside what new versions are measured: a program that is kept, and what it counted. Its time is
/// not kept, as the machine of another day is another machine: it runs again beside each new one.
///
/// @param number from 1; the newest one counts
/// @param workload the class that is run
/// @param conditions under which
/// @param commit from which it was made
/// @param when as ISO 8601
/// @param program the hash of its classes
/// @param counts what it counted
/// @param toFirst its time over that of baseline 1, so that a trend goes on across baselines
public record Baseline(
    int number,
    String workload,
    Conditions conditions,
    String commit,
    String when,
    String program,
    Budget.Counts counts,
    double toFirst) {}
