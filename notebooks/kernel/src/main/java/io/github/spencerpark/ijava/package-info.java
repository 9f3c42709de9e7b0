/// The names of [IJava](https://github.com/SpencerPark/IJava) that public notebooks use, on the
/// course's kernel.
@org.jspecify.annotations.NullMarked
package io.github.spencerpark.ijava;
