/// The ops of modules 04 to 10 under the roof: what each costs, attains and is predicted to take.
@NullMarked
package tapeline.roofline.ops;

import org.jspecify.annotations.NullMarked;
