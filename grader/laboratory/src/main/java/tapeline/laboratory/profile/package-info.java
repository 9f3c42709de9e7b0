/// What module 11 says of its profiler and of a faster op, by 19's paired comparison.
@NullMarked
package tapeline.laboratory.profile;

import org.jspecify.annotations.NullMarked;
