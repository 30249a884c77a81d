import LinkModel
import Wire

/// The models of one direction: the line that clients share, and the lines that some have of their own.
///
/// A packet stays on the line that it began on. While nobody has a line of its own, the choice costs one branch a packet.
struct LaneModels: ~Copyable {
    private let direction: LinkDirection
    private let seed: UInt64
    private var shared: DirectionModel
    private var own: [OwnLine] = []
    /// Places in `own` by the clients' addresses.
    private var places: [IPAddress: Int] = [:]
    /// Whose outcomes come next: a place in `own`, or the shared line behind them.
    private var turn = 0

    /// Schedules, traces and outages of the shared line count from `epoch`.
    init(_ link: LinkParameters, _ direction: LinkDirection, seed: UInt64, epoch: Instant = .zero) {
        self.direction = direction
        self.seed = seed
        shared = DirectionModel(link, direction, seed: seed, epoch: epoch)
    }

    /// Admits an arriving packet to its client's line. `bytes` begin with the IP header. Returns the number of its outcomes.
    @inline(__always)
    mutating func admit(_ packet: LinkPacket, _ bytes: RawSpan, at arrival: Instant) -> Int {
        guard !own.isEmpty, let place = place(of: bytes) else { return shared.admit(packet, at: arrival) }
        return own[place].admit(packet, at: arrival)
    }

    /// nil if the packet's client has no line of its own.
    private func place(of bytes: RawSpan) -> Int? {
        guard let header = IPHeader(bytes) else { return nil }
        return places[direction == .up ? header.source : header.destination]
    }

    /// The next outcome that is certain at `now`, of any line; nil if there is none yet. Ask until it is nil.
    @inline(__always)
    mutating func next(upTo now: Instant) -> LinkOutcome? {
        own.isEmpty ? shared.next(upTo: now) : nextOfAll(upTo: now)
    }

    private mutating func nextOfAll(upTo now: Instant) -> LinkOutcome? {
        while turn < own.count {
            if let outcome = own[turn].next(upTo: now) { return outcome }
            turn += 1
        }
        if let outcome = shared.next(upTo: now) { return outcome }
        dropOver()
        return nil
    }

    /// Latest time to ask for the next outcome; nil if no packet waits for a decision.
    var nextDeadline: Instant? {
        var earliest = shared.nextDeadline
        for place in own.indices { earliest = .earliest(earliest, own[place].model.nextDeadline) }
        return earliest
    }

    /// Makes, changes or ends a line. Nothing that was certain before `now` may be left in `next`.
    mutating func change(_ order: LineOrder, at now: Instant) {
        switch order {
        case .shared(let link): shared.change(to: link, at: now)
        case .own(let link?, of: let client):
            if let place = places[client.ip4] { return own[place].change(to: link, at: now) }
            let seed = client.seed(on: seed)
            own.append(OwnLine(of: client, DirectionModel(link, direction, seed: seed, epoch: now)))
            findPlaces()
        case .own(nil, of: let client):
            guard let place = places[client.ip4] else { return }
            own[place].client = nil
            findPlaces()
            dropOver()
        }
    }

    private mutating func dropOver() {
        turn = 0
        guard own.contains(where: \.isOver) else { return }
        own.removeAll(where: \.isOver)
        findPlaces()
    }

    private mutating func findPlaces() {
        places.removeAll(keepingCapacity: true)
        for (place, line) in own.enumerated() {
            guard let client = line.client else { continue }
            places[client.ip4] = place
            places[client.ip6] = place
        }
    }
}
