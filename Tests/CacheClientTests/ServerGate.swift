import Dispatch

/// Lets a test await a server's requests and release its answers. The test awaits them without blocking a
/// thread of the shared pool.
struct ServerGate: Sendable {
    private let arrived = AsyncStream<Void>.makeStream()
    private let leave = DispatchSemaphore(value: 0)

    /// On a connection's thread: reports a request, and returns once the gate is opened for it.
    func pass() {
        arrived.continuation.yield()
        leave.wait()
    }

    /// Waits for `count` more requests.
    func arrivals(_ count: Int = 1) async {
        var arrivals = arrived.stream.makeAsyncIterator()
        for _ in 0..<count { _ = await arrivals.next() }
    }

    /// Releases `count` requests: waiting ones, or the next to arrive.
    func open(for count: Int = 1) {
        for _ in 0..<count { leave.signal() }
    }
}
