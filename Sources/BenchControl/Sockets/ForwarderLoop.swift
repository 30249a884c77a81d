import LinuxIO

/// The thread of a gate: accepts, connects and passes on.
struct ForwarderLoop: ~Copyable {
    private static let listenerToken: UInt64 = 0
    private static let wakeUpToken: UInt64 = 1

    private let poller: Poller
    private let listening: ListeningSocket
    private let place: SocketAddress
    private let sockets: SocketMakerClient
    private let wakeUp: WakeUp
    private var connections: [UInt64: ForwarderConnectionBox] = [:]
    /// Even: the near side of a connection. The next number is its far side.
    private var nextToken: UInt64 = 2

    /// Dictionaries hold only what can be copied.
    private final class ForwarderConnectionBox {
        var connection: ForwarderConnection

        init(_ connection: consuming ForwarderConnection) {
            self.connection = connection
        }
    }

    init(
        _ poller: consuming Poller,
        _ listening: consuming ListeningSocket,
        to place: SocketAddress,
        over sockets: SocketMakerClient,
        _ wakeUp: WakeUp
    ) {
        self.poller = poller
        self.listening = listening
        self.place = place
        self.sockets = sockets
        self.wakeUp = wakeUp
    }

    /// Until the gate rings.
    mutating func run() throws(SystemCallError) {
        try poller.add(listening.raw, .read, token: Self.listenerToken)
        try poller.add(wakeUp.raw, .read, token: Self.wakeUpToken)
        var events: [PollEvent] = []
        while true {
            try poller.wait(timeout: nil, into: &events)
            for event in events {
                switch event.token {
                case Self.listenerToken: accept()
                case Self.wakeUpToken: return
                // A client that is gone in both directions takes nothing more, and the poller would tell of it again
                // and again.
                case let token where token & 1 == 0 && event.hasHungUp: connections[token] = nil
                default: move(event.token & ~1)
                }
            }
        }
    }

    private mutating func accept() {
        while let near = try? listening.accept() {
            guard let far = try? sockets.connecting(to: place) else {
                // The client sees its connection end.
                near.resetWhenClosed()
                continue
            }
            let box = ForwarderConnectionBox(ForwarderConnection(near, far))
            let token = nextToken
            nextToken += 2
            do throws(SystemCallError) {
                try poller.add(box.connection.near.raw, box.connection.nearInterest, token: token)
                try poller.add(box.connection.far.raw, box.connection.farInterest, token: token + 1)
            } catch {
                continue
            }
            connections[token] = box
        }
    }

    private mutating func move(_ token: UInt64) {
        guard let box = connections[token] else { return }
        do throws(SystemCallError) {
            try box.connection.move()
            if !box.connection.isOver {
                try poller.modify(box.connection.near.raw, box.connection.nearInterest, token: token)
                try poller.modify(box.connection.far.raw, box.connection.farInterest, token: token + 1)
                return
            }
        } catch {
            box.connection.reset()
        }
        // Closing a socket takes it out of the poller.
        connections[token] = nil
    }
}
