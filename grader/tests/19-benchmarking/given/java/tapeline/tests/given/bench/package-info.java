/// Tests of what module 19 is given beside its exercises: distributions, tests, files, JVMs.
@NullMarked
package tapeline.tests.given.bench;

import org.jspecify.annotations.NullMarked;
