/// Builds and starts `grader/book`, which writes the course as static pages.
@NullMarked
package tapeline.grader.book;

import org.jspecify.annotations.NullMarked;
