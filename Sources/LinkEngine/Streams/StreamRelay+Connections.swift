import LinkModel
import LinuxIO
import Wire

/// Handles single connections: applies the line's decisions to their sockets, and reports socket events to
/// the line.
extension StreamRelay {
    mutating func perform(_ action: StreamTraffic.Action) throws(SystemCallError) {
        switch action {
        case .connect(let flow): connect(flow)
        case .deliver(let flow, let direction, let bytes): deliver(bytes, flow, direction)
        case .finish(let flow, let direction): connections[flow]?.sink(direction)?.finish()
        case .reset(let flow, let direction):
            // Bytes that arrived before the reset are written before it.
            if let sink = connections[flow]?.sink(direction) {
                flush(sink, flow, direction)
                sink.socket.resetWhenClosed()
                connections[flow]?.isReset = true
            }
        case .close(let flow):
            connections[flow]?.isClosing = true
            touched.insert(flow)
        }
    }

    private mutating func connect(_ flow: UInt32) {
        guard let connection = connections[flow] else { return }
        if connection.adoptHandedServer() {
            traffic.accept(flow, at: shared.clock.now())
            touched.insert(flow)
            return
        }
        guard let upstream = shared.order.upstream else { return refuse(flow) }
        do throws(SystemCallError) {
            let socket = try StreamSocket.connecting(
                to: upstream,
                receiveBuffer: RelayState.receiveBuffer
            )
            let (client, local) = (connection.client.socket.peer, try socket.local())
            shared.order.connected(client, local)
            shared.order.crossings?.open(local, asked: connection.accepted)
            connection.local = local
            connection.server = RelayedConnection.End(socket)
            connection.isConnecting = true
            touched.insert(flow)
        } catch {
            refuse(flow)
        }
    }

    private mutating func refuse(_ flow: UInt32) {
        traffic.refuse(flow, at: shared.clock.now())
    }

    private mutating func deliver(_ bytes: [UInt8], _ flow: UInt32, _ direction: LinkDirection) {
        guard let sink = connections[flow]?.sink(direction) else {
            return traffic.taken(bytes.count, direction)
        }
        if sink.pending.isEmpty { delivered.append((flow, direction)) }
        sink.append(bytes)
    }

    /// Writes what was delivered since the last call, all of a connection's bytes at once: each write wakes
    /// its receiver.
    mutating func flush() {
        for (flow, direction) in delivered {
            guard let sink = connections[flow]?.sink(direction) else { continue }
            touched.insert(flow)
            flush(sink, flow, direction)
            if !sink.pending.isEmpty { traffic.setHeldUp(true, flow, direction) }
        }
        delivered.removeAll(keepingCapacity: true)
    }

    /// The receiver of a direction is gone: its end of the connection broke, and the other end must learn of
    /// it.
    private mutating func giveUp(
        _ sink: RelayedConnection.End,
        _ flow: UInt32,
        _ direction: LinkDirection,
        written: Int
    ) {
        traffic.taken(written + sink.abandon(), direction)
        traffic.setHeldUp(false, flow, direction)
        traffic.breakOff(flow, direction.opposite, at: shared.clock.now())
    }

    private mutating func close(_ flow: UInt32) throws(SystemCallError) {
        guard let connection = connections.removeValue(forKey: flow) else { return }
        for direction in LinkDirection.allCases {
            guard let sink = connection.sink(direction) else { continue }
            traffic.taken(sink.abandon(), direction)
            if sink.isWatched { try poller.remove(sink.socket.raw) }
        }
        if let local = connection.local { shared.order.crossings?.close(local) }
        try listener.setAccepting(true, poller)
    }

    // MARK: What the sockets say

    mutating func hear(_ event: PollEvent) throws(SystemCallError) {
        let flow = UInt32(event.token >> 1)
        let direction: LinkDirection = event.token & 1 == 0 ? .up : .down
        guard let connection = connections[flow], let end = connection.source(direction) else { return }
        touched.insert(flow)
        if direction == .down, connection.isConnecting {
            connection.isConnecting = false
            guard end.socket.takeError() == nil else {
                end.isBroken = true
                return refuse(flow)
            }
            traffic.accept(flow, at: shared.clock.now())
        }
        if event.isWritable { flush(end, flow, direction.opposite) }
        if event.isReadable { traffic.setReadable(flow, direction) }
        // The event would be reported again and again; reading and writing reveal the rest.
        guard event.hasHungUp, end.isWatched else { return }
        try poller.remove(end.socket.raw)
        end.isWatched = false
        if !traffic.willBeRead(flow, direction), end.socket.takeError() != nil {
            end.isBroken = true
            traffic.breakOff(flow, direction, at: shared.clock.now())
        }
    }

    /// Writes to a socket that takes bytes: the receiver of `direction`.
    private mutating func flush(_ sink: RelayedConnection.End, _ flow: UInt32, _ direction: LinkDirection) {
        let before = sink.pending.count
        guard before > 0 else { return }
        let isTaken = !sink.isBroken
        let crossings = direction == .up ? shared.order.crossings : nil
        // The server may read them before the call returns.
        let began = crossings.map { _ in shared.clock.now() }
        do throws(SystemCallError) {
            let count = try sink.flush()
            traffic.taken(count, direction)
            if let began, let local = connections[flow]?.local {
                crossings?.leave(count, of: local, at: began)
            }
            if isTaken { noteCrossed(count, flow, direction) }
            if sink.pending.isEmpty { traffic.setHeldUp(false, flow, direction) }
        } catch {
            let written = before - sink.pending.count
            noteCrossed(written, flow, direction)
            giveUp(sink, flow, direction, written: written)
        }
    }

    func noteEntered(_ bytes: Int, _ flow: UInt32, _ direction: LinkDirection, at now: Instant) {
        guard direction == .up, let crossings = shared.order.crossings,
            let local = connections[flow]?.local
        else { return }
        crossings.enter(bytes, of: local, at: now)
    }

    private func noteCrossed(_ bytes: Int, _ flow: UInt32, _ direction: LinkDirection) {
        guard direction == .down, let crossings = shared.order.crossings,
            let local = connections[flow]?.local
        else { return }
        crossings.add(bytes, of: local, at: shared.clock.now())
    }

    /// Closes finished connections, and updates the poller's interest in the other touched ones.
    mutating func settle() throws(SystemCallError) {
        for flow in touched {
            guard let connection = connections[flow] else { continue }
            if connection.isClosing, connection.mayBeClosed {
                try close(flow)
                continue
            }
            try watch(connection.client, flow, .up, isConnecting: false)
            if let server = connection.server {
                try watch(server, flow, .down, isConnecting: connection.isConnecting)
            }
        }
        touched.removeAll(keepingCapacity: true)
    }

    private func watch(
        _ end: RelayedConnection.End,
        _ flow: UInt32,
        _ direction: LinkDirection,
        isConnecting: Bool
    ) throws(SystemCallError) {
        var interest: PollInterest = []
        if traffic.needsReadEvents(flow, direction) { interest.insert(.read) }
        if isConnecting || !end.pending.isEmpty { interest.insert(.write) }
        let token = UInt64(flow) << 1 | (direction == .up ? 0 : 1)
        if end.watched == interest { return }
        if end.isWatched {
            try poller.modify(end.socket.raw, interest, token: token)
        } else if !end.hasBeenWatched {
            try poller.add(end.socket.raw, interest, token: token)
            (end.isWatched, end.hasBeenWatched) = (true, true)
        }
        end.watched = interest
    }
}
