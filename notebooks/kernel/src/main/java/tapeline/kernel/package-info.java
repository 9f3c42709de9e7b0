/// The notebooks' kernel: JShell over classes that can be replaced, cells that can be stopped.
@NullMarked
package tapeline.kernel;

import org.jspecify.annotations.NullMarked;
