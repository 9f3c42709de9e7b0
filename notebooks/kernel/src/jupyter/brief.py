"""Less work for the cells of a notebook that is checked: nobody reads its numbers.

Where a training takes fewer examples, all of its steps and epochs stay, and so do the lengths of all
curves. A text that is in no cell any more fails the check of its notebook.
"""

BRIEF = {
    "04-tensor-ops": {"int n = 512;": "int n = 128;"},
    "06-mlp": {
        "= trainer.epoch(parts.training())": "= trainer.epoch(parts.training().slice(0, 320))",
        "t.epoch(parts.training())": "t.epoch(parts.training().slice(0, 128))",
        "DigitsMlp.train(Datasets.digits(), s)": "DigitsMlp.train(Datasets.digits().slice(0, 200), s)",
    },
    "07-optimizers": {
        "digits = Datasets.digits()": "digits = Datasets.digits().slice(0, 200)",
        "examples(1400, 1700)": "examples(1400, 1450)",
    },
    "08-convolution": {"Shifts.of(parts.training(), ": "Shifts.of(parts.training().slice(0, 160), "},
    "09-transformer": {
        "new TextTrainer(model, adam, 8, ": "new TextTrainer(model, adam, 1, ",
        ".limit(5).min()": ".limit(1).min()",
    },
    "11-profiling": {
        "steps(transformer, 200)": "steps(transformer, 40)",
        "profile(transformer, 200, ": "profile(transformer, 40, ",
    },
    "16-second-order": {
        ".slice(0, 200);": ".slice(0, 40);",
        "Tensor.zeros(200, 10)": "Tensor.zeros(40, 10)",
        "i < 200; i++) targets": "i < 40; i++) targets",
    },
    "17-quantization": {"epoch(digits.training())": "epoch(digits.training().slice(0, 320))"},
    "18-compression": {
        "epoch(digits.training())": "epoch(digits.training().slice(0, 320))",
        "batches(digits.training())": "batches(digits.training().slice(0, 320))",
    },
    "18a-workers": {".slice(0, 512)": ".slice(0, 64)"},
    "19-benchmarking": {
        "new int[] {8}, new double[] {0.05}, 40, 300, 100)": "new int[] {2}, new double[] {0.05}, 4, 100, 1)",
        "run(10, new Benchmark.Limits(1000, 50)": "run(3, new Benchmark.Limits(200, 50)",
    },
    "19c-long-episodes": {"costs.size() < 300": "costs.size() < 30"},
    "20-competition": {"Plan.of(10)": "new Plan(new int[] {6}, new double[] {0.05}, 5, 100, 1)"},
}


def shorten(name, cells):
    """Replaces texts in the cells; returns the first that is in none of them, or None."""
    for text, brief in BRIEF.get(name, {}).items():
        having = [cell for cell in cells if cell.cell_type == "code" and text in cell.source]
        if not having:
            return text
        for cell in having:
            cell.source = cell.source.replace(text, brief)
    return None
