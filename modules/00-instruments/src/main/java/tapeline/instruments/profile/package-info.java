/// Records of a program's steps: spans with the work in them, by thread, and the changes of memory.
@NullMarked
package tapeline.instruments.profile;

import org.jspecify.annotations.NullMarked;
