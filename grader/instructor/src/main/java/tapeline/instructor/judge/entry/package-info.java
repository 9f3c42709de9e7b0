/// What came from outside, until it can be run: unpacked, checked, compiled, looked through.
@NullMarked
package tapeline.instructor.judge.entry;

import org.jspecify.annotations.NullMarked;
