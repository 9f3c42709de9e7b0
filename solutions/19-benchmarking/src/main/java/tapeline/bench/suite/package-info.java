/// The standard suites: passes of the course's own engines, each with what is expected of it, said
/// before it is measured.
@NullMarked
package tapeline.bench.suite;

import org.jspecify.annotations.NullMarked;
