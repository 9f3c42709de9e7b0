/// Judges untrusted entries: this process keeps the clock, the seeds, the right answers and the
/// verdict, and believes nothing that an entry says.
@NullMarked
package tapeline.instructor.judge;

import org.jspecify.annotations.NullMarked;
