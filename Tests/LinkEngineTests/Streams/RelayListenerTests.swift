import LinuxIO
import TestSupport
import Testing

@testable import LinkEngine

@Suite(.timeLimit(.minutes(1))) struct RelayListenerTests {
    private let clock = RunClock()

    /// Waits until the poller has something to say, and gives whether that is a client.
    private func hasClient(_ poller: borrowing Poller, milliseconds: Int64) throws -> Bool {
        var events: [PollEvent] = []
        try poller.wait(timeout: milliseconds * 1_000_000, into: &events)
        return events.contains { $0.token == RelayListener.token }
    }

    @Test func `clients wait while accepting is paused and are served afterwards`() throws {
        let socket = try ListeningSocket(SocketAddress(address: 0x7F00_0001, port: 0), backlog: 8)
        let port = socket.address.port
        let poller = try Poller()
        try poller.add(socket.raw, .read, token: RelayListener.token)
        var listener = RelayListener(socket)
        try listener.setAccepting(false, poller)
        let client = try LoopbackClient(port: port)
        #expect(try !hasClient(poller, milliseconds: 20))
        if try listener.accept(poller, clock) != nil { Issue.record("a client was served") }
        try listener.setAccepting(true, poller)
        #expect(try hasClient(poller, milliseconds: 20_000))
        if try listener.accept(poller, clock) == nil { Issue.record("the client was not served") }
        withExtendedLifetime(client) {}
    }

    @Test func `a finished listener refuses clients and stays finished`() throws {
        let socket = try ListeningSocket(SocketAddress(address: 0x7F00_0001, port: 0), backlog: 8)
        let port = socket.address.port
        let poller = try Poller()
        try poller.add(socket.raw, .read, token: RelayListener.token)
        var listener = RelayListener(socket)
        try listener.finish(poller)
        try listener.setAccepting(true, poller)
        #expect(listener.isFinished && listener.resumption == nil)
        #expect(throws: LoopbackClient.Failure.self) { try LoopbackClient(port: port) }
    }
}
