import LinkModel
import Runs
import Wire

/// Decides everything about a line of byte streams: which connection is read when, and what is delivered
/// when.
///
/// It has no clock and no socket. Each connection begins with a handshake in virtual packets: the kernel
/// accepted its client long before, so its first bytes pay the wait. Afterwards the connections take turns,
/// one chunk each.
struct StreamTraffic: Sendable {
    /// Actions for its owner.
    enum Action: Hashable, Sendable {
        /// Connect to the server, and report the outcome with `accept` or `refuse`.
        case connect(UInt32)
        /// Hand the bytes to the receiver of this direction, and report it with `taken`.
        case deliver(UInt32, LinkDirection, [UInt8])
        /// Send the end of stream to the receiver of this direction, after its pending bytes.
        case finish(UInt32, LinkDirection)
        /// Reset the receiver of this direction.
        case reset(UInt32, LinkDirection)
        /// Close the connection, which is over at both ends.
        case close(UInt32)
    }

    private var lanes: PerDirection<StreamLane>
    private var conversations: [UInt32: StreamConversation] = [:]
    private var turns = PerDirection(up: TurnOrder(), down: TurnOrder())
    private var closing: [UInt32] = []
    /// Connections so far.
    private(set) var opened: UInt32 = 0

    /// Schedules and outages count from `epoch`.
    init(_ link: LinkParameters, seed: UInt64, limits: StreamLimits, epoch: Instant = .zero) {
        lanes = PerDirection(
            up: StreamLane(link, .up, seed: seed, limits: limits, epoch: epoch),
            down: StreamLane(link, .down, seed: seed, limits: limits, epoch: epoch)
        )
    }

    /// Changes the line at `moment`; chunks under way stay.
    mutating func change(to link: LinkParameters, at moment: Instant) {
        lanes.up.change(to: link, at: moment)
        lanes.down.change(to: link, at: moment)
    }

    // MARK: Connections

    /// A client connects; returns the connection's number.
    mutating func open(at now: Instant) -> UInt32 {
        opened += 1
        conversations[opened] = StreamConversation()
        lanes.up.open(opened)
        lanes.down.open(opened)
        lanes.up.admit(.synchronise, of: opened, at: now)
        return opened
    }

    /// The server accepted the connection.
    mutating func accept(_ flow: UInt32, at now: Instant) {
        lanes.down.admit(.accept, of: flow, at: now)
    }

    /// The server refused it.
    mutating func refuse(_ flow: UInt32, at now: Instant) {
        breakOff(flow, .down, at: now)
    }

    // MARK: Reading

    /// The sender of this direction has something to read: bytes, its end, or an error.
    mutating func setReadable(_ flow: UInt32, _ direction: LinkDirection) {
        conversations[flow]?[direction].isReadable = true
        queue(flow, direction)
    }

    /// The sender of this direction has nothing for now.
    mutating func setEmpty(_ flow: UInt32, _ direction: LinkDirection) {
        conversations[flow]?[direction].isReadable = false
    }

    /// True if the sender's socket should be watched: nothing is known to be readable, and new data would
    /// matter.
    func needsReadEvents(_ flow: UInt32, _ direction: LinkDirection) -> Bool {
        guard let side = conversations[flow]?[direction] else { return false }
        return !side.isReadable && !side.hasEnded
    }

    /// True once the receiver of a direction has been sent the end of stream.
    func isOver(_ flow: UInt32, _ direction: LinkDirection) -> Bool {
        conversations[flow]?[direction].isOver ?? true
    }

    /// True if reading will find the sender's end or error.
    func willBeRead(_ flow: UInt32, _ direction: LinkDirection) -> Bool {
        guard let side = conversations[flow]?[direction] else { return false }
        return !side.hasEnded && !side.isHeldUp
    }

    /// The connection to read next, at most one chunk; answer with `take`, `finish`, `breakOff` or
    /// `setEmpty`. nil if none has data, or the line has no room.
    mutating func turn(_ direction: LinkDirection, at now: Instant) -> UInt32? {
        guard lanes[direction].hasRoom(at: now) else { return nil }
        while let flow = turns[direction].next() {
            conversations[flow]?[direction].isQueued = false
            if conversations[flow]?[direction].mayBeRead == true { return flow }
        }
        return nil
    }

    /// Bytes that were read.
    mutating func take(_ bytes: [UInt8], of flow: UInt32, _ direction: LinkDirection, at now: Instant) {
        lanes[direction].admit(.bytes(bytes), of: flow, at: now)
        queue(flow, direction)
    }

    /// The sender of this direction ended its stream.
    mutating func finish(_ flow: UInt32, _ direction: LinkDirection, at now: Instant) {
        guard conversations[flow]?[direction].hasEnded == false else { return }
        conversations[flow]?[direction].hasEnded = true
        lanes[direction].admit(.finish, of: flow, at: now)
    }

    /// The sender of this direction reset the connection.
    mutating func breakOff(_ flow: UInt32, _ direction: LinkDirection, at now: Instant) {
        guard conversations[flow]?.isReset == false else { return }
        conversations[flow]?.isReset = true
        conversations[flow]?[direction].hasEnded = true
        lanes[direction].admit(.reset, of: flow, at: now)
    }

    // MARK: Delivering

    /// The next action at `now`; nil if there is none yet.
    mutating func next(upTo now: Instant) -> Action? {
        while true {
            if let flow = closing.popLast() {
                forget(flow)
                return .close(flow)
            }
            if let delivery = lanes.up.next(upTo: now) {
                lanes.up.left(delivery, at: now)
                if let action = deliverUp(delivery, at: now) { return action }
            } else if let delivery = lanes.down.next(upTo: now) {
                lanes.down.left(delivery, at: now)
                if let action = deliverDown(delivery, at: now) { return action }
            } else {
                return nil
            }
        }
    }

    /// The receiver of this direction took this many more bytes.
    mutating func taken(_ bytes: Int, _ direction: LinkDirection) {
        lanes[direction].taken(bytes)
    }

    /// Sets whether the receiver of this direction currently takes nothing.
    mutating func setHeldUp(_ isHeldUp: Bool, _ flow: UInt32, _ direction: LinkDirection) {
        conversations[flow]?[direction].isHeldUp = isHeldUp
        queue(flow, direction)
    }

    /// When the next action is expected, as known at `now`; nil if nothing is under way.
    func nextDeadline(after now: Instant) -> Instant? {
        var earliest: Instant? = .earliest(lanes.up.nextDeadline, lanes.down.nextDeadline)
        if !turns.up.isEmpty { earliest = .earliest(earliest, lanes.up.roomDeadline(at: now)) }
        if !turns.down.isEmpty { earliest = .earliest(earliest, lanes.down.roomDeadline(at: now)) }
        return earliest
    }

    // MARK: What was carried

    /// Both directions, in order of arrival.
    var log: [LinkLogEntry] {
        let (up, down) = (lanes.up.log, lanes.down.log)
        var merged: [LinkLogEntry] = []
        merged.reserveCapacity(up.count + down.count)
        var (nextUp, nextDown) = (0, 0)
        while nextUp < up.count || nextDown < down.count {
            if nextDown == down.count || nextUp < up.count && up[nextUp].arrival <= down[nextDown].arrival {
                merged.append(up[nextUp])
                nextUp += 1
            } else {
                merged.append(down[nextDown])
                nextDown += 1
            }
        }
        return merged
    }

    var omitted: Int { lanes.up.omitted + lanes.down.omitted }
    /// Number of lost tries; a chunk counts each time it was lost.
    var recoveries: Int { lanes.up.lost + lanes.down.lost }
}

extension StreamTraffic {
    private mutating func queue(_ flow: UInt32, _ direction: LinkDirection) {
        guard let side = conversations[flow]?[direction], side.mayBeRead, !side.isQueued else { return }
        conversations[flow]?[direction].isQueued = true
        turns[direction].add(flow)
    }

    private mutating func forget(_ flow: UInt32) {
        conversations[flow] = nil
        lanes.up.forget(flow)
        lanes.down.forget(flow)
    }

    private mutating func deliverUp(_ delivery: StreamLane.Delivery, at now: Instant) -> Action? {
        let flow = delivery.flow
        switch delivery.item {
        case .synchronise: return .connect(flow)
        case .establish:
            conversations[flow]?.down.isOpen = true
            queue(flow, .down)
            return nil
        case .bytes where conversations[flow]?.isAcknowledged == false:
            conversations[flow]?.isAcknowledged = true
            lanes.down.admit(.acknowledge, of: flow, at: now)
        default: break
        }
        return deliver(delivery, .up)
    }

    private mutating func deliverDown(_ delivery: StreamLane.Delivery, at now: Instant) -> Action? {
        guard delivery.item == .accept else { return deliver(delivery, .down) }
        let flow = delivery.flow
        lanes.up.admit(.establish, of: flow, at: now)
        conversations[flow]?.up.isOpen = true
        queue(flow, .up)
        return nil
    }

    private mutating func deliver(_ delivery: StreamLane.Delivery, _ direction: LinkDirection) -> Action? {
        let flow = delivery.flow
        switch delivery.item {
        case .bytes(let bytes): return .deliver(flow, direction, bytes)
        case .finish:
            conversations[flow]?[direction].isOver = true
            if let conversation = conversations[flow], conversation.up.isOver, conversation.down.isOver {
                closing.append(flow)
            }
            return .finish(flow, direction)
        case .reset:
            closing.append(flow)
            return .reset(flow, direction)
        case .synchronise, .accept, .establish, .acknowledge: return nil
        }
    }
}
