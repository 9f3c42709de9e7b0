/// Module 18's ring between processes: sockets, failures that are named in time, launchers and
/// pipeline stages.
@NullMarked
package tapeline.laboratory.parallel;

import org.jspecify.annotations.NullMarked;
