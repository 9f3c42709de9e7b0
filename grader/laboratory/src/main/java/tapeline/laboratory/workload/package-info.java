/// The workloads that are measured by default: gradients of module 03, and copies of them with
/// counted mistakes.
@NullMarked
package tapeline.laboratory.workload;

import org.jspecify.annotations.NullMarked;
