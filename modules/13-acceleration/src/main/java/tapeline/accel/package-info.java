/// The matrix product as fast as the machine allows, rung by rung, and the backend that uses it.
@NullMarked
package tapeline.accel;

import org.jspecify.annotations.NullMarked;
