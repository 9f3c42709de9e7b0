/// Who may hand in, and what was handed in when: by which deadlines are counted.
@NullMarked
package tapeline.instructor.receipt;

import org.jspecify.annotations.NullMarked;
