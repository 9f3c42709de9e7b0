/// Tests that a cell runs once so that its classes can be archived.
@NullMarked
package tapeline.instructor.homework.warmup;

import org.jspecify.annotations.NullMarked;
