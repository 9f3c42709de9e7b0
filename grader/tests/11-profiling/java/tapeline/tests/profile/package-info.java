/// Tests of module 11: costs against loops and counters, profiles against what is known of them.
@NullMarked
package tapeline.tests.profile;

import org.jspecify.annotations.NullMarked;
