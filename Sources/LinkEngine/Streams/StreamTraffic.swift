import LinkModel
import Runs
import Wire

/// Everything that is decided about a line of byte streams: who is read when, and what is delivered when.
///
/// It has no clock and no socket. Each connection begins with a handshake in virtual packets: its client has been
/// accepted long before, so the wait is paid by the first bytes. From then on the connections take turns, a chunk each.
struct StreamTraffic: Sendable {
    /// What its owner is to do now.
    enum Action: Hashable, Sendable {
        /// Make the connection to the server, and say how that went by `accept` or `refuse`.
        case connect(UInt32)
        /// Hand the bytes to the receiver of this direction, and say so by `taken`.
        case deliver(UInt32, LinkDirection, [UInt8])
        /// Tell the receiver of this direction that nothing more comes, after what it has not taken yet.
        case finish(UInt32, LinkDirection)
        /// Break off the receiver of this direction.
        case reset(UInt32, LinkDirection)
        /// The connection is over at both ends.
        case close(UInt32)
    }

    private var lanes: PerDirection<StreamLane>
    private var conversations: [UInt32: StreamConversation] = [:]
    private var turns = PerDirection(up: TurnOrder(), down: TurnOrder())
    private var closing: [UInt32] = []
    /// Connections so far.
    private(set) var opened: UInt32 = 0

    /// Times of schedules and outages count from `epoch`.
    init(_ link: LinkParameters, seed: UInt64, limits: StreamLimits, epoch: Instant = .zero) {
        lanes = PerDirection(
            up: StreamLane(link, .up, seed: seed, limits: limits, epoch: epoch),
            down: StreamLane(link, .down, seed: seed, limits: limits, epoch: epoch)
        )
    }

    /// Another line from `moment` on; what is under way stays so.
    mutating func change(to link: LinkParameters, at moment: Instant) {
        lanes.up.change(to: link, at: moment)
        lanes.down.change(to: link, at: moment)
    }

    // MARK: Connections

    /// A client wants a connection; the connection's number.
    mutating func open(at now: Instant) -> UInt32 {
        opened += 1
        conversations[opened] = StreamConversation()
        lanes.up.open(opened)
        lanes.down.open(opened)
        lanes.up.admit(.synchronise, of: opened, at: now)
        return opened
    }

    /// The server took the connection.
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

    /// True where the sender's socket is to be watched: nobody knows of anything to read, and it would matter.
    func wantsToHear(_ flow: UInt32, _ direction: LinkDirection) -> Bool {
        guard let side = conversations[flow]?[direction] else { return false }
        return !side.isReadable && !side.hasEnded
    }

    /// True once the receiver of a direction has been told that nothing more comes.
    func isOver(_ flow: UInt32, _ direction: LinkDirection) -> Bool {
        conversations[flow]?[direction].isOver ?? true
    }

    /// True where the sender's end or error will be met by reading.
    func willBeRead(_ flow: UInt32, _ direction: LinkDirection) -> Bool {
        guard let side = conversations[flow]?[direction] else { return false }
        return !side.hasEnded && !side.isHeldUp
    }

    /// Whose turn it is to be read, at most a chunk; it must be answered by `take`, `finish`, `breakOff` or
    /// `setEmpty`. nil where nobody has anything, or the line has no room.
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

    /// The sender of this direction sends no more.
    mutating func finish(_ flow: UInt32, _ direction: LinkDirection, at now: Instant) {
        guard conversations[flow]?[direction].hasEnded == false else { return }
        conversations[flow]?[direction].hasEnded = true
        lanes[direction].admit(.finish, of: flow, at: now)
    }

    /// The sender of this direction broke the connection off.
    mutating func breakOff(_ flow: UInt32, _ direction: LinkDirection, at now: Instant) {
        guard conversations[flow]?.isReset == false else { return }
        conversations[flow]?.isReset = true
        conversations[flow]?[direction].hasEnded = true
        lanes[direction].admit(.reset, of: flow, at: now)
    }

    // MARK: Delivering

    /// The next thing to do at `now`; nil where there is nothing yet.
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

    /// The receiver of this direction has so many bytes more.
    mutating func taken(_ bytes: Int, _ direction: LinkDirection) {
        lanes[direction].taken(bytes)
    }

    /// Says whether the receiver of this direction takes nothing for now.
    mutating func setHeldUp(_ isHeldUp: Bool, _ flow: UInt32, _ direction: LinkDirection) {
        conversations[flow]?[direction].isHeldUp = isHeldUp
        queue(flow, direction)
    }

    /// When there is something to do next, of what is known at `now`; nil where nothing is under way.
    func nextDeadline(after now: Instant) -> Instant? {
        var earliest = Self.earlier(lanes.up.nextDeadline, lanes.down.nextDeadline)
        if !turns.up.isEmpty { earliest = Self.earlier(earliest, lanes.up.roomDeadline(at: now)) }
        if !turns.down.isEmpty { earliest = Self.earlier(earliest, lanes.down.roomDeadline(at: now)) }
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
    /// Chunks lost and sent again, each as often as it was.
    var recoveries: Int { lanes.up.lost + lanes.down.lost }
}

extension StreamTraffic {
    private static func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one else { return other }
        return other.map { min(one, $0) } ?? one
    }

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
