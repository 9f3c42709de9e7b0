/// CUDA compilers that can be downloaded: out of jars on Maven Central, of which only the wanted
/// files are fetched.
@NullMarked
package tapeline.gpu.compiler.download;

import org.jspecify.annotations.NullMarked;
