package tapeline.grader;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import tapeline.grader.bench.Bench;
import tapeline.grader.check.Check;
import tapeline.grader.check.Speed;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Front;
import tapeline.grader.course.Selection;
import tapeline.grader.generate.Generate;
import tapeline.grader.generate.Hint;
import tapeline.grader.generate.Reset;
import tapeline.grader.instructor.InstructorProject;
import tapeline.grader.instructor.InstructorWords;
import tapeline.grader.peers.Peers;
import tapeline.grader.program.KernelPtx;
import tapeline.grader.program.Programs;
import tapeline.grader.progress.Progress;
import tapeline.grader.progress.ProgressBook;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Workers;

/// What the grader can be asked to do: the first of these whose option is set, else [#GRADE].
enum Command {
  HINT("hint") {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      return lines(
          Hint.next(course, ExerciseId.parse(String.valueOf(options.get("hint"))), Front.TERMINAL),
          out);
    }
  },
  RESET("reset") {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      return lines(Reset.of(course, String.valueOf(options.get("reset")), Front.TERMINAL), out);
    }
  },
  PROGRESS("progress") {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      var book = new ProgressBook(course, out::println);
      return lines(Progress.of(course, book).lines(Front.TERMINAL), out);
    }
  },
  GENERATE("generate") {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      lines(new KernelPtx(course).writeKernels(course.modules()).lines(), out);
      return lines(Generate.write(course).lines(), out);
    }
  },
  MUTANTS("mutants") {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      try (var check = new Check(course, chosen(course, options), out)) {
        if ("write".equals(options.get("mutants"))) {
          check.recordMutants();
        }
        return check.run("mutants");
      }
    }
  },
  CHECK("check") {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      try (var check = new Check(course, chosen(course, options), out)) {
        return check.run(String.valueOf(options.get("check")));
      }
    }
  },
  SPEED("speed") {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      var module = chosen(course, options).getLast();
      try {
        new Speed(course, module, out).run();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return true;
    }
  },
  BENCH("bench") {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      var filter = "true".equals(options.get("bench")) ? ".*" : ".*" + options.get("bench") + ".*";
      boolean ran = true;
      try (var workers = new Workers(new Jvm(course, options.seed()))) {
        var bench = new Bench(course, workers, out);
        for (var module : chosen(course, options)) {
          ran &= bench.run(module, options.on("reference"), filter);
        }
      }
      return ran;
    }
  },
  PEERS("peers") {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      return new Peers(course, out).run(options.peerThreads());
    }
  },
  INSTRUCTOR("instructor") {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      return new InstructorProject(course)
          .run(InstructorWords.split(String.valueOf(options.get("instructor"))), out);
    }
  },
  RUN("run") {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      try (var workers = new Workers(new Jvm(course, options.seed()))) {
        var programs = new Programs(course, workers, out);
        var wanted = String.valueOf(options.get("run"));
        if (wanted.equals("true")) {
          programs.list(chosen(course, options));
          return true;
        }
        return programs.run(chosen(course, options), wanted, options.on("reference"));
      }
    }
  },
  SANDBOX("sandbox") {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      return new InstructorProject(course).run(options.sandbox(course.root()), out);
    }
  },
  GRADE("module") {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      return new Grading(course, options, out).run();
    }
  };

  private final String option;

  Command(String option) {
    this.option = option;
  }

  /// The option that asks for it.
  String option() {
    return option;
  }

  /// Does it; whether everything is as it should be.
  abstract boolean run(Course course, Options options, PrintStream out);

  /// The modules that are asked for, in part or whole; all when none are.
  private static List<CourseModule> chosen(Course course, Options options) {
    return Selection.of(course, options.get("module")).parts().stream()
        .map(Selection.Part::module)
        .toList();
  }

  private static boolean lines(List<String> lines, PrintStream out) {
    lines.forEach(out::println);
    return true;
  }
}
