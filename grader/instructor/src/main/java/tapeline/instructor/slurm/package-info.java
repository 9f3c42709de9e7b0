/// Judges on a cluster: each pair is a task of a Slurm array job, alone on its node.
@NullMarked
package tapeline.instructor.slurm;

import org.jspecify.annotations.NullMarked;
