/// Traces in the form that viewers open, written and checked.
@NullMarked
package tapeline.instruments.trace;

import org.jspecify.annotations.NullMarked;
