import Inspection
import Wire

/// A capture at the client of one HTTP/2 connection over an ideal line: responses that are held back by the client's windows
/// alone, and for how long they really were.
struct WindowedCapture {
    static let ms: Int64 = 1_000_000
    private static let epoch: Int64 = 1_790_000_000_000_000_000
    private static let packet = 1400
    private static let headers = 40

    let roundTrip: Int64
    /// Nanoseconds for a byte.
    let byteTime: Int64
    /// nil for windows that are never full.
    let streamWindow: Int?
    let connectionWindow: Int?
    /// Between the arrival of data and the client's grant.
    let reading: Int64

    private var packets: [(at: Int64, bytes: [UInt8])] = []
    private var sent = (up: 0, down: 0)
    private var streams: [Stream]
    /// Room in the connection's window, as the server knows it.
    private var room: Int
    /// Bytes that the client took, and has not granted again: of the connection.
    private var taken = 0
    /// When the line is free, and when it had nothing to carry.
    private var free: Int64 = 0
    private var idle: [(start: Int64, end: Int64)] = []
    private var events: [(at: Int64, number: Int, event: Event)] = []
    private var count = 0

    private struct Stream {
        var left: Int
        var room: Int
        var taken = 0
        /// Since when it has data and no room.
        var blocked: Int64?
        var spans: [(start: Int64, end: Int64)] = []
    }

    private enum Event {
        case granted(stream: Int?, count: Int)
        case arrived(stream: Int, count: Int)
        case grants(stream: Int?, count: Int)
    }

    init(
        sizes: [Int],
        roundTrip: Int64,
        byteTime: Int64,
        streamWindow: Int?,
        connectionWindow: Int?,
        reading: Int64
    ) {
        (self.roundTrip, self.byteTime, self.reading) = (roundTrip, byteTime, reading)
        (self.streamWindow, self.connectionWindow) = (streamWindow, connectionWindow)
        room = connectionWindow ?? 1 << 30
        streams = sizes.map { Stream(left: $0, room: streamWindow ?? 1 << 30) }
        open()
        while let next = events.indices.min(by: {
            (events[$0].at, events[$0].number) < (events[$1].at, events[$1].number)
        }) {
            let (at, _, event) = events.remove(at: next)
            take(event, at)
        }
    }

    /// How long each stream was kept by a window while the line had nothing to carry.
    var held: [Int64] {
        streams.map { stream in
            stream.spans.reduce(0) { sum, span in
                idle.reduce(sum) { $0 + max(0, min($1.end, span.end) - max($1.start, span.start)) }
            }
        }
    }

    func inspect() -> CaptureInspection {
        var inspector = CaptureInspector(options: ConversationOptions())
        for (number, packet) in packets.sorted(by: { $0.at < $1.at }).enumerated() {
            let header = CapturedPacket(
                number: number + 1,
                linkType: .rawIP,
                stamp: Self.epoch + packet.at,
                originalLength: packet.bytes.count
            )
            inspector.receive(header, packet.bytes.span.bytes)
        }
        return inspector.finish()
    }

    // MARK: Both ends

    private mutating func open() {
        segment(isClient: true, at: 0, flags: 0x02, offset: -1, [])
        segment(isClient: false, at: roundTrip, flags: 0x12, offset: -1, [])
        segment(isClient: true, at: roundTrip, flags: 0x10, offset: 0, [])
        var settings: [UInt8] = []
        settings += [0, 4] + Self.number(UInt32(streamWindow ?? 1 << 30), 4)
        var opening = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + Self.frame(4, 0, 0, settings)
        opening += Self.frame(8, 0, 0, Self.number(UInt32(room - 65_535), 4))
        for place in streams.indices {
            let path = Array("/\(place)".utf8)
            opening += Self.frame(
                1,
                5,
                Self.id(place),
                [0x82, 0x86, 0, 5] + Array(":path".utf8) + [UInt8(path.count)] + path
            )
        }
        send(isClient: true, at: roundTrip + Self.ms, opening)
        let heard = roundTrip + Self.ms + roundTrip / 2
        free = heard
        for place in streams.indices { _ = carry(Self.frame(1, 4, Self.id(place), [0x88]), at: heard) }
        write(at: heard)
    }

    private mutating func take(_ event: Event, _ at: Int64) {
        switch event {
        case .arrived(let stream, let count):
            streams[stream].taken += count
            taken += count
            if let window = streamWindow, streams[stream].taken * 2 >= window {
                push(at + reading, .grants(stream: stream, count: streams[stream].taken))
                streams[stream].taken = 0
            }
            if let window = connectionWindow, taken * 2 >= window {
                push(at + reading, .grants(stream: nil, count: taken))
                taken = 0
            }
        case .grants(let stream, let count):
            send(
                isClient: true,
                at: at,
                Self.frame(8, 0, stream.map(Self.id) ?? 0, Self.number(UInt32(count), 4))
            )
            push(at + roundTrip / 2, .granted(stream: stream, count: count))
        case .granted(let stream, let count):
            if let stream { streams[stream].room += count } else { room += count }
            write(at: at)
        }
    }

    /// The server writes all that the windows allow, a packet of each stream in turn.
    private mutating func write(at now: Int64) {
        var goesOn = true
        while goesOn {
            goesOn = false
            for place in streams.indices {
                let count = min(Self.packet, streams[place].left, streams[place].room, room)
                guard count > 0 else { continue }
                goesOn = true
                if let since = streams[place].blocked { streams[place].spans.append((since, now)) }
                streams[place].blocked = nil
                streams[place].left -= count
                streams[place].room -= count
                room -= count
                let ends: UInt8 = streams[place].left == 0 ? 1 : 0
                let data = Self.frame(0, ends, Self.id(place), [UInt8](repeating: 7, count: count))
                push(carry(data, at: now), .arrived(stream: place, count: count))
            }
        }
        for place in streams.indices where streams[place].left > 0 && streams[place].blocked == nil {
            streams[place].blocked = now
        }
    }

    // MARK: Packets

    /// Returns when it arrives.
    private mutating func carry(_ bytes: [UInt8], at now: Int64) -> Int64 {
        if now > free { idle.append((free, now)) }
        free = max(free, now) + Int64(bytes.count + Self.headers) * byteTime
        send(isClient: false, at: free + roundTrip / 2, bytes)
        return free + roundTrip / 2
    }

    private mutating func push(_ at: Int64, _ event: Event) {
        count += 1
        events.append((at, count, event))
    }

    private mutating func send(isClient: Bool, at: Int64, _ bytes: [UInt8]) {
        segment(isClient: isClient, at: at, flags: 0x10, offset: isClient ? sent.up : sent.down, bytes)
        if isClient { sent.up += bytes.count } else { sent.down += bytes.count }
    }

    private mutating func segment(isClient: Bool, at: Int64, flags: UInt8, offset: Int, _ bytes: [UInt8]) {
        let (client, server): ([UInt8], [UInt8]) = ([10, 0, 0, 1], [10, 0, 0, 2])
        let ports: [UInt8] = isClient ? [0x9C, 0x40, 0, 80] : [0, 80, 0x9C, 0x40]
        let packet =
            [0x45, 0] + Self.number(UInt32(Self.headers + bytes.count), 2) + [0, 0, 0x40, 0, 64, 6, 0, 0]
            + (isClient ? client + server : server + client) + ports
            + Self.number(UInt32(1000 + offset), 4) + Self.number(1000, 4) + [
                0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0,
            ]
        packets.append((at, packet + bytes))
    }

    private static func id(_ place: Int) -> UInt32 { UInt32(2 * place + 1) }

    private static func frame(_ kind: UInt8, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8]) -> [UInt8]
    {
        number(UInt32(payload.count), 3) + [kind, flags] + number(stream, 4) + payload
    }

    private static func number(_ value: UInt32, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }
}
