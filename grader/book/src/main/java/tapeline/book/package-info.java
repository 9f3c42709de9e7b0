/// The course as static pages: `./tapeline book`.
@NullMarked
package tapeline.book;

import org.jspecify.annotations.NullMarked;
