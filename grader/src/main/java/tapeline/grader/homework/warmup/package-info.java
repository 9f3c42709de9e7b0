/// What a cell runs once so that its classes can be archived.
@NullMarked
package tapeline.grader.homework.warmup;

import org.jspecify.annotations.NullMarked;
