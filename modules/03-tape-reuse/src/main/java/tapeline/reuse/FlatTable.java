package tapeline.reuse;

import static tapeline.reuse.FlatOp.*;

import tapeline.toolkit.TextTable;

/// The slots of a [FlatTape] as a table to look at.
final class FlatTable {
  private static final int MOST = 100; // of the nodes, and of the constants

  private FlatTable() {}

  static TextTable of(FlatTape tape) {
    var table = TextTable.of("slot", "op", "operands", "value", "gradient");
    for (int i = 0; i < Math.min(MOST, tape.nodes); i++) {
      int op = TapeWord.op(tape.words[i]);
      var gradient = i <= tape.swept ? number(tape.grads[i]) : "–";
      table.row(
          "#" + i, FlatOp.name(op), operands(op, tape.words[i]), number(tape.values[i]), gradient);
    }
    for (int i = 0; i < Math.min(MOST, tape.constantCount); i++) {
      table.row("#" + ~i, "constant", "", number(tape.constants[i]), "–");
    }
    return table.note("nodes: " + tape.nodes + ", constants: " + tape.constantCount);
  }

  private static String operands(int op, long word) {
    var left = "#" + TapeWord.left(word);
    return switch (op) {
      case VARIABLE -> "";
      case ADD, SUB, MUL, FMA, DIV, POW -> left + " #" + TapeWord.right(word);
      default -> left;
    };
  }

  private static String number(double d) {
    return TextTable.number(d, 6);
  }
}
