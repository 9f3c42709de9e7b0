/// A CUDA card through NVIDIA's driver, called from Java with no code in between
/// (`java.lang.foreign`).
@NullMarked
package tapeline.gpu.driver;

import org.jspecify.annotations.NullMarked;
