// FaultTracer REPORT FAULT PROGRAM ARGUMENT...: runs a program, disturbs one of its system calls, and writes which calls
// it made, what the fault hit, and how the program ended. FAULT is `none` or `THREAD/CALL/KIND/N/EFFECT`; EFFECT is an error
// number, `short` or `kill`.
import Glibc

let words = CommandLine.arguments
guard words.count > 3, words[2] == "none" || Fault(words[2]) != nil else {
    let usage = "usage: FaultTracer REPORT none|THREAD/CALL/KIND/N/EFFECT PROGRAM ARGUMENT...\n"
    write(STDERR_FILENO, usage, usage.utf8.count)
    exit(1)
}
guard
    var traced = TracedProgram(words[3], arguments: Array(words.dropFirst(4)), fault: Fault(words[2])),
    let report = fopen(words[1], "w")
else {
    perror("FaultTracer: \(words[3])")
    exit(2)
}
for line in traced.run(on: TracerSignals.passOn) { fputs("\(line)\n", report) }
fclose(report)
