/// Processes whose code no person has read: what they may do, and what they can take.
///
/// A cell is one such process and the world that it sees: [Cell] says what, [Sandbox] walls it in
/// by [Bubblewrap], [Limits] and a filter for system calls, [GuardedProcess] ends it at its
/// deadline. Homework's cells and the judge's both stand on these.
@NullMarked
package tapeline.instructor.sandbox;

import org.jspecify.annotations.NullMarked;
