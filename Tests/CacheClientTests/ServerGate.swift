import Dispatch

/// What comes to a server, and its leave to answer. The test awaits who comes: it holds no thread meanwhile that others go by.
struct ServerGate: Sendable {
    private let arrived = AsyncStream<Void>.makeStream()
    private let leave = DispatchSemaphore(value: 0)

    /// On the thread of a connection: a request is here, and is answered once the gate was opened for it.
    func pass() {
        arrived.continuation.yield()
        leave.wait()
    }

    /// Until so many more have come.
    func arrivals(_ count: Int = 1) async {
        var arrivals = arrived.stream.makeAsyncIterator()
        for _ in 0..<count { _ = await arrivals.next() }
    }

    /// For so many, those that are here or the next that come.
    func open(for count: Int = 1) {
        for _ in 0..<count { leave.signal() }
    }
}
