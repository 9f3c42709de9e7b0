/// The database that an instructor's machines share, and the claims by which they share its work.
@NullMarked
package tapeline.instructor.database;

import org.jspecify.annotations.NullMarked;
