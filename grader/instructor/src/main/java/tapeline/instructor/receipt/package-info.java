/// The members of a class, and receipts of what they handed in when: by these deadlines are
/// counted.
@NullMarked
package tapeline.instructor.receipt;

import org.jspecify.annotations.NullMarked;
