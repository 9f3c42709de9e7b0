/// Module 18's ring between processes: sockets, failures that are named in time, launchers,
/// pipeline stages, and MPI beside it.
@NullMarked
package tapeline.laboratory.parallel;

import org.jspecify.annotations.NullMarked;
