/// Tests of what module 11 is given: costs of ops, of the course's models, of published networks.
@NullMarked
package tapeline.tests.given.profile;

import org.jspecify.annotations.NullMarked;
