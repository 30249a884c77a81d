import LinkModel
import Wire

@testable import LinkEngine

/// Clients and servers in virtual time, at both ends of a line of byte streams: no sockets, no waiting.
struct VirtualStreams {
    /// One direction of one connection.
    struct Way: Hashable {
        var flow: UInt32
        var direction: LinkDirection
    }

    struct Arrival: Hashable {
        var at: Instant
        var bytes: Int
    }

    let payload: Int
    var traffic: StreamTraffic
    var now = Instant.zero
    /// Bytes that each sender has yet to send.
    var unsent: [Way: [UInt8]] = [:]
    /// Senders that finish once they have sent everything.
    var finishing: Set<Way> = []
    /// Length of a server's answer to a client's first bytes, by connection.
    var answers: [UInt32: Int] = [:]
    var refusesAll = false
    /// Receivers that read nothing.
    var stalled: Set<Way> = []

    private(set) var received: [Way: [UInt8]] = [:]
    private(set) var arrivals: [Way: [Arrival]] = [:]
    private(set) var ends: [Way: Instant] = [:]
    private(set) var resets: [Way: Instant] = [:]
    private(set) var closed: [UInt32: Instant] = [:]

    init(_ link: LinkParameters, seed: UInt64 = 47, limits: StreamLimits = StreamLimits()) {
        payload = StreamItem.payload(mtu: link.mtu)
        traffic = StreamTraffic(link, seed: seed, limits: limits)
    }

    /// A client that connects and sends `request` bytes to get `answer` bytes.
    mutating func open(request: Int = 100, answer: Int) -> UInt32 {
        let flow = traffic.open(at: now)
        answers[flow] = answer
        send(Self.bytes(request, of: flow), Way(flow: flow, direction: .up))
        return flow
    }

    mutating func send(_ bytes: [UInt8], _ way: Way) {
        unsent[way, default: []] += bytes
        traffic.setReadable(way.flow, way.direction)
    }

    /// This sender finishes after its pending bytes.
    mutating func finish(_ way: Way) {
        finishing.insert(way)
        traffic.setReadable(way.flow, way.direction)
    }

    /// Runs until `end`, or until nothing is in flight.
    mutating func run(until end: Instant = Instant(nanoseconds: 1_000_000_000_000)) {
        while now <= end {
            while let action = traffic.next(upTo: now) { perform(action) }
            var hasRead = false
            for direction in LinkDirection.allCases {
                while let flow = traffic.turn(direction, at: now) {
                    read(Way(flow: flow, direction: direction))
                    hasRead = true
                }
            }
            if hasRead { continue }
            guard let next = traffic.nextDeadline(after: now) else { return }
            now = max(next, now + 1)
        }
    }

    mutating func read(_ way: Way) {
        let waiting = unsent[way, default: []]
        if waiting.isEmpty {
            if finishing.contains(way) {
                traffic.finish(way.flow, way.direction, at: now)
            } else {
                traffic.setEmpty(way.flow, way.direction)
            }
        } else {
            unsent[way] = Array(waiting.dropFirst(payload))
            traffic.take(Array(waiting.prefix(payload)), of: way.flow, way.direction, at: now)
        }
    }

    private mutating func perform(_ action: StreamTraffic.Action) {
        switch action {
        case .connect(let flow):
            if refusesAll { traffic.refuse(flow, at: now) } else { traffic.accept(flow, at: now) }
        case .deliver(let flow, let direction, let bytes):
            let way = Way(flow: flow, direction: direction)
            received[way, default: []] += bytes
            arrivals[way, default: []].append(Arrival(at: now, bytes: bytes.count))
            if stalled.contains(way) {
                traffic.setHeldUp(true, flow, direction)
            } else {
                traffic.taken(bytes.count, direction)
            }
            if direction == .up, let answer = answers.removeValue(forKey: flow) {
                send(Self.bytes(answer, of: flow), Way(flow: flow, direction: .down))
            }
        case .finish(let flow, let direction): ends[Way(flow: flow, direction: direction)] = now
        case .reset(let flow, let direction): resets[Way(flow: flow, direction: direction)] = now
        case .close(let flow): closed[flow] = now
        }
    }

    static func bytes(_ count: Int, of flow: UInt32) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3 &+ Int(flow)) }
    }
}
