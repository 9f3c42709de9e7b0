/// Trainings measured until a quality is reached, and the rules for the design of benchmarks.
@NullMarked
package tapeline.laboratory.suite;

import org.jspecify.annotations.NullMarked;
