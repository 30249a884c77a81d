import LinuxIO
import Serving

/// Carries out calls one after the other, on the thread that owns the benches: making one takes tens of milliseconds, and
/// more with large images.
final class ControlWork: Sendable {
    private let queue: ControlQueue<ControlCall>
    private let thread = ServiceThread()

    init(_ queue: ControlQueue<ControlCall>) {
        self.queue = queue
    }

    deinit {
        stop()
    }

    /// Starts the thread, on the host of the calling one. `makeYard` is called there.
    func start(
        judging judge: @escaping BenchJudge,
        _ makeYard: @escaping @Sendable () -> BenchRegistry
    ) throws(SystemCallError) {
        // The thread refers to the queue alone, so that a forgotten control still ends.
        try thread.start(name: "netlab-benches") { [queue] in
            let office = ControlHandler(makeYard(), judge)
            queue.serve { $0.answer(office.answer($0.call, $0.content)) }
            office.close()
        }
    }

    /// Takes down all benches. A second call does nothing.
    func stop() {
        queue.close()
        thread.join()
    }
}
