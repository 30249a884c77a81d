import Glibc
import Synchronization

/// Signals to the tracer are passed on to the program; the alarm ends the waiting for what it left.
enum TracerSignals {
    private static let program = Atomic<pid_t>(0)
    private static let late = Atomic(false)

    static var isLate: Bool { late.load(ordering: .relaxed) }

    static func passOn(to process: pid_t) {
        program.store(process, ordering: .relaxed)
        for number in [SIGINT, SIGTERM, SIGALRM] {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                if number == SIGALRM {
                    TracerSignals.late.store(true, ordering: .relaxed)
                } else {
                    kill(TracerSignals.program.load(ordering: .relaxed), number)
                }
            }
            sigaction(number, &action, nil)
        }
    }
}
