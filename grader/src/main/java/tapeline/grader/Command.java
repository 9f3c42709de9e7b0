package tapeline.grader;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.random.RandomGenerator;
import tapeline.grader.bench.Bench;
import tapeline.grader.book.BookProject;
import tapeline.grader.check.Checks;
import tapeline.grader.check.NotebookOutputs;
import tapeline.grader.check.Speed;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Front;
import tapeline.grader.course.Lock;
import tapeline.grader.course.Selection;
import tapeline.grader.generate.Blank;
import tapeline.grader.generate.Generate;
import tapeline.grader.generate.Hint;
import tapeline.grader.generate.Reset;
import tapeline.grader.handin.HandIn;
import tapeline.grader.instructor.InstructorProject;
import tapeline.grader.instructor.InstructorWords;
import tapeline.grader.peers.Peers;
import tapeline.grader.program.KernelPtx;
import tapeline.grader.program.Programs;
import tapeline.grader.progress.AnswerComparison;
import tapeline.grader.progress.Progress;
import tapeline.grader.progress.ProgressBook;
import tapeline.grader.progress.QuizSheet;
import tapeline.grader.report.Lines;
import tapeline.grader.report.TerminalWidth;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Workers;
import tapeline.grader.update.OwnWork;
import tapeline.grader.update.Update;

/// The grader's commands: the first of these whose option is set is run, else [#GRADE].
enum Command {
  HELP(Option.HELP) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      return lines(Option.help(), out);
    }
  },
  HINT(Option.HINT) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      var id = ExerciseId.parse(String.valueOf(options.get(Option.HINT)));
      var again = Front.terminal().option("hint", "" + id);
      return lines(wrapped(Hint.next(course, id, again)), out);
    }
  },
  RESET(Option.RESET) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      return lines(
          Reset.of(course, String.valueOf(options.get(Option.RESET)), Front.terminal()), out);
    }
  },
  BLANK(Option.BLANK) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      try (var _ = alone(course, Option.BLANK, options, out)) {
        return lines(wrapped(Blank.begin(course, String.valueOf(options.get(Option.BLANK)))), out);
      }
    }
  },
  UNBLANK(Option.UNBLANK) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      try (var _ = alone(course, Option.UNBLANK, options, out)) {
        return lines(wrapped(Blank.end(course, String.valueOf(options.get(Option.UNBLANK)))), out);
      }
    }
  },
  COMPARE(Option.COMPARE) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      var id = ExerciseId.parse(String.valueOf(options.get(Option.COMPARE)));
      var book = new ProgressBook(course, out::println);
      return lines(AnswerComparison.of(course, id, book, Front.terminal()).lines(), out);
    }
  },
  QUIZ(Option.QUIZ) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      var words = String.valueOf(options.get(Option.QUIZ)).split("[ ,]", 2);
      if (!words[0].matches("\\d{1,2}")) {
        throw new IllegalArgumentException(
            "a quiz is on a module, as in %s, got %s"
                .formatted(Front.terminal().command("quiz", "03"), words[0]));
      }
      var module = course.module(Integer.parseInt(words[0]));
      var answers = words.length > 1 ? words[1] : "";
      var book = new ProgressBook(course, out::println);
      var front = Front.terminal();
      var sheet = QuizSheet.of(course, module, book, RandomGenerator.getDefault(), answers, front);
      return lines(wrapped(sheet.lines(front)), out);
    }
  },
  UPDATE(Option.UPDATE) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      try (var _ = alone(course, Option.UPDATE, options, out)) {
        return lines(Update.of(course), out);
      }
    }
  },
  EXPORT(Option.EXPORT) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      return lines(OwnWork.write(course, path(options, Option.EXPORT)), out);
    }
  },
  IMPORT(Option.IMPORT) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      return lines(OwnWork.read(course, path(options, Option.IMPORT)), out);
    }
  },
  JOIN(Option.JOIN) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      return lines(HandIn.ofUser().join(String.valueOf(options.get(Option.JOIN))), out);
    }
  },
  SUBMIT(Option.SUBMIT) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      boolean asks = HandIn.STATUS.equals(options.get(Option.SUBMIT));
      var said =
          asks ? HandIn.ofUser().status() : HandIn.ofUser().submit(path(options, Option.SUBMIT));
      return lines(said.lines(), out) && said.taken();
    }
  },
  HANDIN(Option.HANDIN) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      var number = String.valueOf(options.get(Option.HANDIN));
      if (!number.matches("\\d{1,2}")) {
        throw new IllegalArgumentException(
            "a whole module is handed in, as in %s, got %s"
                .formatted(Front.terminal().command("handin", "07"), number));
      }
      var said = HandIn.ofUser().module(course, course.module(Integer.parseInt(number)));
      return lines(said.lines(), out) && said.taken();
    }
  },
  DOCTOR(Option.DOCTOR) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      return new Doctor(out).run();
    }
  },
  PROGRESS(Option.PROGRESS) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      var book = new ProgressBook(course, out::println);
      return lines(Progress.of(course, book).lines(Front.terminal()), out);
    }
  },
  SHARE(Option.SHARE) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      var book = new ProgressBook(course, out::println);
      return lines(HandIn.ofUser().share(course, book, path(options, Option.SHARE)), out);
    }
  },
  GENERATE(Option.GENERATE) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      try (var _ = alone(course, Option.GENERATE, options, out)) {
        Generate.requireSaved(course);
        lines(new KernelPtx(course).writeKernels().lines(), out);
        return lines(Generate.write(course).lines(), out);
      }
    }
  },
  MUTANTS(Option.MUTANTS) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      try (var _ = alone(course, Option.MUTANTS, options, out);
          var check = new Checks(course, chosen(course, options), out)) {
        if ("write".equals(options.get(Option.MUTANTS))) {
          check.recordMutants();
        }
        return check.run("mutants");
      }
    }
  },
  CHECK(Option.CHECK) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      var which = String.valueOf(options.get(Option.CHECK));
      if (Checks.isLong(which)) {
        CacheTraining.await(course, course.modules().getFirst());
      }
      try (var _ = alone(course, Option.CHECK, options, out);
          var check = new Checks(course, chosen(course, options), out)) {
        return check.run(which);
      }
    }
  },
  SPEED(Option.SPEED) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      var module = chosen(course, options).getLast();
      try (var speed = new Speed(course, module, out)) {
        speed.run();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return true;
    }
  },
  BENCH(Option.BENCH) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      var filter =
          "true".equals(options.get(Option.BENCH))
              ? Bench.ALL
              : ".*" + options.get(Option.BENCH) + ".*";
      try (var workers = new Workers(new Jvm(course, options.seed()))) {
        return new Bench(course, workers, out)
            .run(
                chosen(course, options),
                options.on(Option.REFERENCE),
                filter,
                options.get(Option.SAVE),
                options.get(Option.AGAINST));
      }
    }
  },
  PEERS(Option.PEERS) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      return new Peers(course, out).run(options.peerThreads(), options.peerRows());
    }
  },
  BOOK(Option.BOOK) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      var wanted = path(options, Option.BOOK);
      var folder = wanted.equals(Path.of("true")) ? BookProject.site(course) : wanted;
      boolean executes = !options.on(Option.UNEXECUTED);
      try (var _ =
          Lock.on(course.target().resolve("book.lock"), "-Dbook in this checkout", out::println)) {
        var book = new BookProject(course);
        if (!executes) {
          return book.write(folder, BookProject.unexecuted(course), null, out);
        }
        var kept = BookProject.executed(course);
        var board = new FutureTask<>(() -> book.sampleBoard(out)); // while notebooks wait
        Thread.ofPlatform().start(board);
        boolean sound = NotebookOutputs.update(course, kept, out);
        var sample = board.get();
        return book.write(folder, kept, sample, out) && sound && sample != null;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (ExecutionException e) {
        throw new IllegalStateException("the sample board: " + e.getCause(), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  },
  INSTRUCTOR(Option.INSTRUCTOR) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      return new InstructorProject(course)
          .run(InstructorWords.split(String.valueOf(options.get(Option.INSTRUCTOR))), out);
    }
  },
  RUN(Option.RUN) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      try (var workers = new Workers(new Jvm(course, options.seed()))) {
        var programs = new Programs(course, workers, out);
        var wanted = String.valueOf(options.get(Option.RUN));
        if (wanted.equals("true")) {
          programs.list(chosen(course, options));
          return true;
        }
        var flags = options.on(Option.PLAIN) ? List.of("-Dtapeline.plain=true") : List.<String>of();
        return programs.run(
            chosen(course, options), wanted, options.on(Option.REFERENCE), flags, options.limit());
      }
    }
  },
  MILESTONE(Option.MILESTONE) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      return new MilestoneCommand(course, out).run(options);
    }
  },
  SANDBOX(Option.SANDBOX) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      return new InstructorProject(course).run(options.sandbox(course.root()), out);
    }
  },
  GRADE(Option.MODULE) {
    @Override
    boolean run(Course course, Options options, PrintStream out) {
      return new Grading(course, options, out, System.in).run();
    }
  };

  private final Option option;

  Command(Option option) {
    this.option = option;
  }

  /// The option that asks for it.
  Option option() {
    return option;
  }

  /// Does it; whether everything is as it should be.
  abstract boolean run(Course course, Options options, PrintStream out);

  /// The modules that are asked for, in part or whole; all when none are.
  private static List<CourseModule> chosen(Course course, Options options) {
    return Selection.of(course, options.get(Option.MODULE)).parts().stream()
        .map(Selection.Part::module)
        .toList();
  }

  /// One at a time of what reads or writes the whole checkout: another one's files would be taken
  /// for one's own.
  private static Lock alone(Course course, Option option, Options options, PrintStream out) {
    var value = options.get(option);
    var work = "-D" + option.key() + ("true".equals(value) ? "" : "=" + value);
    return Lock.on(
        course.target().resolve("check.lock"),
        work + " in this checkout",
        said -> {
          out.println(said);
          out.flush();
        });
  }

  private static Path path(Options options, Option option) {
    return Path.of(String.valueOf(options.get(option)));
  }

  /// Paragraphs in lines, in a log too.
  private static List<String> wrapped(List<String> paragraphs) {
    int width = TerminalWidth.orDefault();
    return paragraphs.stream().flatMap(p -> Lines.wrap(p, width).stream()).toList();
  }

  private static boolean lines(List<String> lines, PrintStream out) {
    lines.forEach(out::println);
    return true;
  }
}
