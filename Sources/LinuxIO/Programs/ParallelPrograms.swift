package import Wire

/// Programs that run beside each other, each for a task of its own, so that one that fails costs its task alone. They
/// end with this process. Made and used on one thread.
package final class ParallelPrograms<Task> {
    private static var interval: Int32 { 1000 }

    private let signals: StopSignals
    private let patience: Nanoseconds
    private var running: [(task: Task, program: SupervisedProgram)] = []

    /// `patience` is how long the programs may take to end when they are interrupted.
    package init(_ signals: StopSignals, patience: Nanoseconds) {
        self.signals = signals
        self.patience = patience
    }

    /// How many are under way.
    package var count: Int { running.count }

    package func start(_ task: Task, _ order: ProgramOrder) throws(SystemCallError) {
        running.append((task, try SupervisedProgram(order)))
    }

    /// Waits for the next to end, at most a second, and returns those that have. nil if a signal came: then all have ended.
    package func ended() -> [(task: Task, ending: ProgramEnding)]? {
        Readiness.wait(for: [signals.raw] + running.map(\.program.raw), milliseconds: Self.interval)
        if let signal = signals.take() {
            end(by: signal)
            return nil
        }
        let over = running.filter { $0.program.takeNews().isOver }
        running.removeAll { entry in over.contains { $0.program === entry.program } }
        return over.map { ($0.task, $0.program.finish()) }
    }

    private func end(by signal: Int32) {
        for entry in running { entry.program.send(signal) }
        // A second signal ends them at once.
        let clock = RunClock()
        let deadline = clock.now() + patience
        while !running.isEmpty, signals.take() == nil, clock.now() < deadline {
            Readiness.wait(for: [signals.raw] + running.map(\.program.raw), milliseconds: Self.interval)
            running.removeAll { $0.program.takeNews().isOver }
        }
        running = []
    }
}
