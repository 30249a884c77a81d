import Inspection
import LinuxIO
import Phones
import Runs
import TestSupport
import Testing
import Wire

@testable import Services

/// Causes of a phone's time while another phone uses the same line, or one of its own.
@Suite struct OwnLineCausesTests {
    private static let anna: UInt32 = 0x0ACF_0002
    private static let bert: UInt32 = 0x0ACF_0003
    private static let server: UInt32 = 0xCB00_7102

    private static func phones() throws -> [Phone] {
        let folder = try ScratchFolder()
        defer { extendLifetime(folder) }
        var book = try PhoneBook(in: PhoneFolder(folder.path))
        for name in ["anna", "bert"] { _ = try book.phone(named: PhoneName(name)) }
        return book.phones
    }

    private static func connection(from phone: UInt32) -> SynthesizedFlow {
        SynthesizedFlow(
            near: PhonePackets.end(phone, 40_000),
            far: PhonePackets.end(server, 80),
            openedBy: .near,
            number: phone
        )
    }

    private static func ask(_ flow: inout SynthesizedFlow, _ packets: inout PhonePackets) {
        packets.add(.carried(by: .near), Array("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n".utf8), on: &flow)
        packets.now += 50_000_000
    }

    private static func answer(_ flow: inout SynthesizedFlow, _ packets: inout PhonePackets) {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n"
        packets.add(.carried(by: .far), Array(head.utf8), on: &flow)
        for _ in 0..<4 {
            packets.add(.carried(by: .far), [UInt8](repeating: 7, count: 1000), on: &flow)
        }
    }

    /// What anna waited for; the packets of bert's download come before hers and in between.
    private static func causes(own: [String], withBert: Bool = true) throws -> FlowCauses? {
        var traffic = PhoneTraffic()
        traffic.know(try phones())
        traffic.changeLines(own: Set(try own.map { try PhoneName($0) }))
        var packets = PhonePackets()
        var (annas, berts) = (connection(from: anna), connection(from: bert))
        func download(_ count: Int, _ packets: inout PhonePackets, _ flow: inout SynthesizedFlow) {
            for _ in 0..<count {
                let before = packets.packets.count
                packets.add(.carried(by: .far), [UInt8](repeating: 9, count: 1400), on: &flow)
                if !withBert { packets.forget(from: before) }
            }
        }
        let before = packets.packets.count
        packets.add(.carried(by: .near), Array("GET / HTTP/1.1\r\nHost: b.test\r\n\r\n".utf8), on: &berts)
        packets.add(
            .carried(by: .far),
            Array("HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n".utf8),
            on: &berts
        )
        if !withBert { packets.forget(from: before) }
        download(200, &packets, &berts)
        packets.add(.established, on: &annas)
        ask(&annas, &packets)
        download(200, &packets, &berts)
        answer(&annas, &packets)
        for packet in packets.take() { traffic.receive(packet.header, packet.bytes.span.bytes) }
        return traffic.look().flows.first { $0.phone == "anna" }?.causes
    }

    @Test(arguments: [["anna"], ["bert"], ["anna", "bert"]])
    func `a phone on another line does not explain a phone's time`(_ own: [String]) throws {
        let alone = try #require(try Self.causes(own: [], withBert: false))
        #expect(try Self.causes(own: own)?.ledger == alone.ledger)
    }

    @Test func `a phone on the same line does`() throws {
        let alone = try #require(try Self.causes(own: [], withBert: false))
        #expect(try Self.causes(own: [])?.ledger != alone.ledger)
    }
}
