import LinuxIO
import Synchronization

/// Threads that each use a processor all the time, to test a line in a crowd.
final class BusyLoops: Sendable {
    private let threads: [WorkerThread]
    private let isStopping: Stop

    private final class Stop: Sendable {
        let isSet = Atomic(false)
    }

    init(_ count: Int) throws(SystemCallError) {
        let stop = Stop()
        isStopping = stop
        var threads: [WorkerThread] = []
        for _ in 0..<count {
            threads.append(
                try WorkerThread(name: "bench-busy") {
                    while !stop.isSet.load(ordering: .relaxed) {}
                }
            )
        }
        self.threads = threads
    }

    func stop() {
        isStopping.isSet.store(true, ordering: .relaxed)
        for thread in threads { thread.join() }
    }
}
