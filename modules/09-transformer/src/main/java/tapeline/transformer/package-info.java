/// A transformer for characters: attention, blocks, a model that learns text, a cache to write it.
@NullMarked
package tapeline.transformer;

import org.jspecify.annotations.NullMarked;
