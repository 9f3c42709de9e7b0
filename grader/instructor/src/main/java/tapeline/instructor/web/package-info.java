/// One HTTP server for the live board and for the class.
@NullMarked
package tapeline.instructor.web;

import org.jspecify.annotations.NullMarked;
