/// The child JVM that runs what a learner wrote: it obeys, and decides nothing.
@NullMarked
package tapeline.grader.worker;

import org.jspecify.annotations.NullMarked;
