/// The standard suites: passes of the course's own engines, each with what is expected of it, said
/// before it is measured.
@NullMarked
package tapeline.laboratory.suite;

import org.jspecify.annotations.NullMarked;
