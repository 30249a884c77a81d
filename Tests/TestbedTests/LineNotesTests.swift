import Capture
import LinkModel
import LinuxIO
import Runs
import Testing
import Wire

@testable import Testbed

struct LineNotesTests {
    /// An IPv4 packet of `bytes` bytes, from the client or to it.
    private static func packet(_ bytes: Int, isUp: Bool) -> [UInt8] {
        let ends: [UInt8] = isUp ? [198, 18, 0, 1, 198, 18, 0, 2] : [198, 18, 0, 2, 198, 18, 0, 1]
        return [0x45, 0, UInt8(bytes >> 8), UInt8(bytes & 0xFF), 0, 0, 0x40, 0, 64, 6, 0, 0] + ends
            + [UInt8](repeating: 0, count: bytes - 20)
    }

    private static func entry(
        _ number: UInt32,
        _ direction: LinkDirection,
        _ bytes: Int,
        at arrival: Int64,
        fate: LinkFate = .delivered,
        copy: Bool = false
    ) -> LinkLogEntry {
        var decision = LinkDecision(
            fate: fate,
            serviceStart: Instant(nanoseconds: arrival + 2_000_000),
            serviceEnd: Instant(nanoseconds: arrival + 3_000_000),
            due: Instant(nanoseconds: arrival + 5_000_000)
        )
        if copy { decision.alterations.insert(.duplicate) }
        return LinkLogEntry(
            packet: PacketIdentity(direction: direction, flow: 1, number: number),
            bytes: bytes,
            arrival: Instant(nanoseconds: arrival),
            decision: decision,
            departure: fate == .delivered ? Instant(nanoseconds: arrival + 5_000_000) : nil
        )
    }

    private static let log = [
        entry(0, .up, 100, at: 0), entry(0, .down, 1500, at: 10_000_000),
        entry(1, .down, 1500, at: 11_000_000, fate: .queueFull), entry(2, .down, 1500, at: 12_000_000),
        entry(1, .up, 40, at: 20_000_000), entry(1, .up, 40, at: 20_000_000, copy: true),
    ]

    private static func notes(_ host: CaptureRecord.Host, _ packets: [(Int, Bool)]) -> [PacketNote?] {
        var notes = LineNotes(log, at: host)
        return packets.map { bytes, isUp in
            let packet = packet(bytes, isUp: isUp)
            return notes.note(packet.span.bytes, .rawIP)
        }
    }

    @Test func `a packet has the same number at both ends, and its fate at the sender`() {
        let client = Self.notes(.client, [(100, true), (1500, false), (1500, false), (40, true)])
        #expect(client.map { $0?.identifier } == [1, 2, 4, 5])
        #expect(client[0]?.comment == "queued for 2.0 ms, on the line for 5.0 ms")
        let origin = Self.notes(
            .origin,
            [(100, true), (1500, false), (1500, false), (1500, false), (40, true), (40, true)]
        )
        #expect(origin.map { $0?.identifier } == [1, 2, 3, 4, 5, 5])
        #expect(origin[2]?.comment == "dropped by the full queue")
        #expect(origin[5]?.comment.hasSuffix("the second copy") == true)
    }

    @Test func `packets of a network behind the client's host go up, and answers come down`() {
        let network = IPNetwork(of: .v4(0x0ACF_0000), bits: 24)
        var notes = LineNotes(Self.log, at: .client, behind: [network])
        let ends: [[UInt8]] = [[10, 207, 0, 2], [203, 0, 113, 7]]
        let found = [(100, ends), (1500, ends.reversed())].map { bytes, ends in
            let packet = Array(Self.packet(bytes, isUp: true).prefix(12) + ends.joined())
            let whole = packet + [UInt8](repeating: 0, count: bytes - 20)
            return notes.note(whole.span.bytes, .rawIP)?.identifier
        }
        #expect(found == [1, 2])
    }

    @Test func `packets missing from the log get no note`() {
        let notes = Self.notes(.client, [(99, true), (100, true), (41, true), (40, true), (40, true)])
        #expect(notes.map { $0?.identifier } == [nil, 1, nil, 5, nil])
        var none = LineNotes([], at: .client)
        let bytes: [UInt8] = [1, 2, 3]
        let note = none.note(bytes.span.bytes, .rawIP)
        #expect(note == nil)
    }
}
