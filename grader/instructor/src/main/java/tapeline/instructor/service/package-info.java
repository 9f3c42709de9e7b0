/// A class as a service: invitations, uploads with receipts, pages of one's own.
@NullMarked
package tapeline.instructor.service;

import org.jspecify.annotations.NullMarked;
