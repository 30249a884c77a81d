import LinuxIO
import Serving
import Wire

/// The place of a queue of commands in the proxy's loop.
final class ControlQueueSocket: LoopSocket {
    private let queue: ControlQueue
    private let clock: RunClock
    private let carryOut: (ControlQueue.Entry) -> Void
    private(set) var isClosed = false

    init(_ queue: ControlQueue, _ clock: RunClock, _ carryOut: @escaping (ControlQueue.Entry) -> Void) {
        self.queue = queue
        self.clock = clock
        self.carryOut = carryOut
    }

    var raw: Int32 { queue.wakeUp.raw }

    var outlook: ConnectionOutlook { .reading(at: clock.now()) }

    func proceed(isReadable: Bool) {
        for entry in queue.take() { carryOut(entry) }
    }

    func hangUp() {}

    func finish() { close() }

    func close() { isClosed = true }
}
