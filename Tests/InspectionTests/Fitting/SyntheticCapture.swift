import Inspection
import Wire

/// Packets over a known line, as a recorder beside one of its ends would see them. Every connection opens,
/// sends a request of its own length, and receives its segments; lost ones are sent again at the end.
struct SyntheticCapture {
    private static let start: Int64 = 1_700_000_000_000_000_000
    private static let payload = 1448

    private struct Segment {
        var isUp: Bool
        var flags: UInt8 = 0x10
        var bytes = 52
        var payload = 0
        var sequence: Int
        var acknowledged: Int
        var sent: Double
        /// Arrival time at the other end.
        var came: Double
    }

    private let line: SyntheticLine
    private var sightings: [PacketSighting] = []
    private(set) var flows: [CaptureFlow] = []
    private var upFree = 0.0
    private var downFree = 0.0
    private var draws: UInt64 = 1
    private var stream = 0
    /// Sequence numbers of both streams' first bytes, close to the wrap-around.
    private var client = 0
    private var server = 0
    private var repairs: [Int] = []
    private var times: [Double] = []

    init(_ line: SyntheticLine) {
        self.line = line
    }

    var log: PacketLog {
        var log = PacketLog()
        for sighting in sightings.sorted(by: { $0.stamp < $1.stamp }) { log.add(sighting) }
        return log
    }

    mutating func connect(_ stream: Int) {
        self.stream = stream
        client = 0xFFFF_FF00 + stream
        server = 0xFFFF_0000 + stream
        repairs = []
        times = []
        let opened = max(upFree, downFree) + 200e6
        let asked = up(opened, 60)
        see(
            Segment(
                isUp: true,
                flags: 0x02,
                bytes: 60,
                sequence: client,
                acknowledged: 0,
                sent: opened,
                came: asked
            )
        )
        let answered = down(asked, 60)
        see(
            Segment(
                isUp: false,
                flags: 0x12,
                bytes: 60,
                sequence: server,
                acknowledged: client + 1,
                sent: asked,
                came: answered
            )
        )
        client += 1
        server += 1
        let opening = acknowledge(0, at: answered + 50_000)
        sendAll(from: request(at: answered + 50_000))
        note(
            Handshake(
                syn: Self.stamp(line.isServerSide ? asked : opened),
                synAck: Self.stamp(line.isServerSide ? asked : answered),
                ack: Self.stamp(line.isServerSide ? opening : answered + 50_000)
            )
        )
    }

    /// Sends a request; returns when the server has it.
    private mutating func request(at sent: Double) -> Double {
        let length = 100 + 120 * stream
        let received = up(sent, 52 + length)
        see(
            Segment(
                isUp: true,
                bytes: 52 + length,
                payload: length,
                sequence: client,
                acknowledged: server,
                sent: sent,
                came: received
            )
        )
        client += length
        let answered = down(received, 52)
        see(Segment(isUp: false, sequence: server, acknowledged: client, sent: received, came: answered))
        return received
    }

    private mutating func sendAll(from received: Double) {
        var sent = received
        for segment in 0..<line.segments {
            if segment >= line.window { sent = max(sent, times[segment - line.window] + line.roundTrip / 2) }
            send(segment, at: sent, isRepair: false)
        }
        let end = (times.max() ?? received) + line.roundTrip
        let pause = 2 * 8e9 * 1500 / line.downBps
        for (index, segment) in repairs.enumerated() {
            send(segment, at: end + Double(index) * pause, isRepair: true)
        }
    }

    private mutating func send(_ number: Int, at sent: Double, isRepair: Bool) {
        let waiting = Int(max(0, downFree - sent) / (8e9 * 1500 / line.downBps))
        let isLost = line.lossEvery > 0 && (number + 1).isMultiple(of: line.lossEvery)
        let isGone = !isRepair && (isLost || waiting >= line.queue)
        var segment = Segment(
            isUp: false,
            bytes: 1500,
            payload: Self.payload,
            sequence: server + number * Self.payload,
            acknowledged: client,
            sent: sent,
            came: sent
        )
        if !isGone { segment.came = down(sent, 1500) }
        times.append(segment.came)
        if !isGone || line.isServerSide { see(segment) }
        guard !isGone else {
            repairs.append(number)
            return
        }
        if isRepair { repairs.removeAll { $0 == number } }
        _ = acknowledge(repairs.first ?? (isRepair ? line.segments : number + 1), at: segment.came)
    }

    /// The client acknowledges `segments` segments; returns when the server has the acknowledgement.
    private mutating func acknowledge(_ segments: Int, at sent: Double) -> Double {
        let came = up(sent, 52)
        see(
            Segment(
                isUp: true,
                sequence: client,
                acknowledged: server + segments * Self.payload,
                sent: sent,
                came: came
            )
        )
        return came
    }

    private mutating func up(_ at: Double, _ bytes: Int) -> Double {
        upFree = max(upFree, at) + 8e9 * Double(bytes) / line.upBps
        return upFree + line.roundTrip / 2
    }

    private mutating func down(_ at: Double, _ bytes: Int) -> Double {
        downFree = max(downFree, at) + 8e9 * Double(bytes) / line.downBps
        return downFree + line.roundTrip / 2
    }

    private static func stamp(_ time: Double) -> Int64 { start + Int64(time) }

    private mutating func see(_ segment: Segment) {
        draws += 1
        let late = Double(SplitMix.mixed(draws) % line.lateness)
        let isNear = segment.isUp != line.isServerSide
        sightings.append(
            PacketSighting(
                stamp: Self.stamp(isNear ? segment.sent : segment.came + late),
                stream: stream,
                sourcePort: segment.isUp ? UInt16(40_000 + stream) : 80,
                flags: segment.flags,
                packetBytes: segment.bytes,
                payloadBytes: segment.payload,
                sequence: UInt32(truncatingIfNeeded: segment.sequence),
                acknowledgement: UInt32(truncatingIfNeeded: segment.acknowledged),
                stampValue: UInt32(segment.sent / 1e6) + 1000
            )
        )
    }

    private mutating func note(_ handshake: Handshake) {
        var flow = CaptureFlow(
            stream: stream,
            client: Endpoint(address: .v4(1), port: UInt16(40_000 + stream)),
            server: Endpoint(address: .v4(2), port: 80),
            isClientGuessed: false,
            firstStamp: Self.start,
            lastStamp: Self.start
        )
        flow.down.wireBytes = line.segments * 1500
        flow.handshake = handshake
        flows.append(flow)
    }
}
