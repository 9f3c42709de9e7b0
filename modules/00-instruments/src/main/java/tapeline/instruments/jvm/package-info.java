/// A JVM's reports on a program that runs in it: stacks, allocation sites, flame graphs.
@NullMarked
package tapeline.instruments.jvm;

import org.jspecify.annotations.NullMarked;
