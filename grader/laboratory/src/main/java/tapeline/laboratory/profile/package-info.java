/// Module 11's claims about its profiler and a faster op, tested by 19's paired comparison.
@NullMarked
package tapeline.laboratory.profile;

import org.jspecify.annotations.NullMarked;
