/// Submissions from outside, until they can be run: unpacked, checked, compiled, looked through.
@NullMarked
package tapeline.instructor.judge.entry;

import org.jspecify.annotations.NullMarked;
