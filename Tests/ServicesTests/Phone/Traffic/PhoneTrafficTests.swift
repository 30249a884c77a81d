import Inspection
import JSON
import LinuxIO
import Phones
import Runs
import TestSupport
import Testing
import Wire

@testable import Services

@Suite struct PhoneTrafficTests {
    private static let anna: UInt32 = 0x0ACF_0002
    private static let stranger: UInt32 = 0x0ACF_00C8
    private static let server: UInt32 = 0xCB00_7102

    /// A book with one phone, anna, whose address is the first.
    private static func phones() throws -> [Phone] {
        let folder = try ScratchFolder()
        defer { extendLifetime(folder) }
        var book = try PhoneBook(in: PhoneFolder(folder.path))
        _ = try book.phone(named: PhoneName("anna"))
        return book.phones
    }

    private static func look(
        _ traffic: inout PhoneTraffic,
        _ packets: inout PhonePackets
    ) -> PhoneTraffic.Change {
        for packet in packets.take() { traffic.receive(packet.header, packet.bytes.span.bytes) }
        return traffic.look()
    }

    private static func look(_ packets: PhonePackets) throws -> PhoneTraffic.Change {
        var traffic = PhoneTraffic()
        var packets = packets
        traffic.know(try phones())
        return look(&traffic, &packets)
    }

    private static func connection(from phone: UInt32, port: UInt16 = 40_000) -> SynthesizedFlow {
        SynthesizedFlow(
            near: PhonePackets.end(phone, port),
            far: PhonePackets.end(server, 80),
            openedBy: .near,
            number: UInt32(port)
        )
    }

    private static func exchange(_ packets: inout PhonePackets, _ flow: inout SynthesizedFlow, wait: Int64) {
        packets.add(
            .carried(by: .near),
            Array("GET / HTTP/1.1\r\nHost: a.test\r\nUser-Agent: Photos/7 CFNetwork/1496\r\n\r\n".utf8),
            on: &flow
        )
        packets.now += wait
        packets.add(
            .carried(by: .far),
            Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody".utf8),
            on: &flow
        )
    }

    @Test func `a flow has its phone's name, and the name that the phone looked up`() throws {
        var packets = PhonePackets()
        packets.look(up: "a.test", by: Self.anna, address: Self.server)
        // Another phone's name for the same address is not anna's.
        packets.look(up: "b.test", by: Self.stranger, address: Self.server, identifier: 2)
        var flow = Self.connection(from: Self.anna)
        packets.add(.established, on: &flow)
        let change = try Self.look(packets)
        let row = try #require(change.flows.first)
        #expect(change.flows.count == 1, "a look-up is no flow")
        #expect(row.number == 1 && row.phone == "anna" && row.host == "a.test" && row.nameSource == .dns)
        #expect(row.protocolName == "TCP" && row.state == .open)
        #expect(row.server.description == "203.0.113.2:80")
    }

    @Test func `a flow without a name has its addresses`() throws {
        var packets = PhonePackets()
        var flow = Self.connection(from: Self.stranger)
        packets.add(.established, on: &flow)
        let row = try #require(try Self.look(packets).flows.first)
        #expect(row.phone == "10.207.0.200" && row.host == "203.0.113.2" && row.nameSource == .address)
    }

    @Test func `a look-up has its answer and its time, and one without an answer waits`() throws {
        var packets = PhonePackets()
        packets.look(up: "a.test", by: Self.anna, address: Self.server, wait: 30_000_000)
        packets.look(up: "no.test", by: Self.anna, address: nil, identifier: 2)
        let lookups = try Self.look(packets).lookups
        #expect(lookups.map(\.seen.name) == ["a.test", "no.test"])
        #expect(lookups.map(\.answer) == ["203.0.113.2", "no such name"])
        #expect(lookups.map(\.seen.duration) == [30_000_000, 20_000_000])
        #expect(lookups.map(\.phone) == ["anna", "anna"])

        var traffic = PhoneTraffic()
        let asked = packets.packets[0]
        traffic.receive(asked.header, asked.bytes.span.bytes)
        #expect(traffic.look().lookups.map(\.answer) == [nil])
        let answered = packets.packets[1]
        traffic.receive(answered.header, answered.bytes.span.bytes)
        let second = traffic.look().lookups
        #expect(second.map(\.answer) == ["203.0.113.2"] && second.map(\.number) == [1])
    }

    @Test func `a connection says why it took as long as it did`() throws {
        var packets = PhonePackets()
        packets.look(up: "a.test", by: Self.anna, address: Self.server)
        var flow = Self.connection(from: Self.anna)
        packets.add(.established, on: &flow)
        Self.exchange(&packets, &flow, wait: 400_000_000)
        packets.add(.finished(.near), on: &flow)
        packets.add(.finished(.far), on: &flow)
        let row = try #require(try Self.look(packets).flows.first)
        #expect(row.protocolName == "HTTP/1" && row.state == .closed && row.causes.exchanges == 1)
        let ledger = try #require(row.causes.ledger)
        #expect(ledger.largest.first?.cause == .server)
        #expect(ledger[.dns] == 20_000_000)
        // From the look-up to the answer's last byte.
        #expect(ledger.total >= 420_000_000 && ledger.total <= row.last - PhonePackets.start)
        let document = row.json(since: PhonePackets.start)
        #expect(document["why"]?.text?.contains("server: no answer came yet") == true, "\(document.line)")
        #expect(document["causes"]?["dns"]?.int == 20_000_000)
        #expect(document["startNs"]?.int == 21_000_000)
        #expect(document["app"]?.text == "Photos/7")
    }

    @Test func `an address that did not answer before another one was tried is a cause`() throws {
        var traffic = PhoneTraffic()
        var packets = PhonePackets()
        for (identifier, address) in [(1, Self.server), (2, Self.server + 1)] as [(UInt8, UInt32)] {
            packets.look(up: "a.test", by: Self.anna, address: address, identifier: identifier)
        }
        var attempt = SynthesizedFlow(
            near: PhonePackets.end(Self.anna, 40_001),
            far: PhonePackets.end(Self.server + 1, 80),
            openedBy: .near,
            number: 40_001
        )
        packets.add(.attempted, on: &attempt)
        _ = Self.look(&traffic, &packets)
        packets.now += 250_000_000
        var flow = Self.connection(from: Self.anna)
        packets.add(.established, on: &flow)
        Self.exchange(&packets, &flow, wait: 10_000_000)
        let row = Self.look(&traffic, &packets).flows.first {
            $0.server.port == 80 && $0.causes.exchanges == 1
        }
        let ledger = try #require(row?.causes.ledger)
        #expect(ledger[.fallback] == 251_000_000 && ledger[.connect] ?? 0 < 3_000_000, "\(ledger)")
    }

    @Test func `causes of later exchanges are added to those of earlier ones`() throws {
        var packets = PhonePackets()
        var flow = Self.connection(from: Self.anna)
        var traffic = PhoneTraffic()
        var totals: [Int64] = []
        for wait in [100_000_000, 200_000_000] as [Int64] {
            Self.exchange(&packets, &flow, wait: wait)
            let row = Self.look(&traffic, &packets).flows.last
            #expect(row?.number == 1 && row?.causes.exchanges == totals.count + 1)
            totals.append(try #require(row?.causes.ledger?.total))
        }
        #expect(totals[0] >= 100_000_000 && totals[1] >= totals[0] + 200_000_000)
    }

    @Test(
        arguments: [
            ([.attempted], .opening), ([.established], .open), ([.established, .finished(.near)], .closing),
            ([.established, .reset(.far)], .reset), ([.attempted, .reset(.far)], .refused),
        ] as [([SynthesizedFlow.Event], PhoneFlow.State)]
    )
    func `a connection's state`(_ events: [SynthesizedFlow.Event], _ state: PhoneFlow.State) throws {
        var packets = PhonePackets()
        var flow = Self.connection(from: Self.anna)
        for event in events { packets.add(event, on: &flow) }
        #expect(try Self.look(packets).flows.map(\.state) == [state])
    }

    @Test func `a packet that the phone repeats counts as lost on its way from the phone`() throws {
        var packets = PhonePackets()
        var flow = Self.connection(from: Self.anna)
        packets.add(.carried(by: .near), Array("GET / HTTP/1.1\r\n\r\n".utf8), on: &flow)
        packets.now += 300_000_000
        let lost = try #require(packets.packets.last)
        packets.add(lost.bytes)
        let row = try #require(try Self.look(packets).flows.first)
        #expect(row.lostUp == 1 && row.lostDown == 0)
    }

    @Test func `UDP without an answer is reported as unanswered`() throws {
        var packets = PhonePackets()
        let (phone, server) = (PhonePackets.end(Self.anna, 41_000), PhonePackets.end(Self.server, 9_000))
        packets.addDatagram([1, 2, 3], from: phone, to: server)
        var traffic = PhoneTraffic()
        #expect(Self.look(&traffic, &packets).flows.map(\.state) == [.unanswered])
        packets.addDatagram([1, 2, 3, 4], from: server, to: phone)
        let row = try #require(Self.look(&traffic, &packets).flows.first)
        #expect(row.state == .open && row.number == 1 && row.bytesUp == 31 && row.bytesDown == 32)
        #expect(row.lostUp == nil && row.causes.ledger == nil)
    }

    @Test func `the oldest flows make room, and are not reported again`() {
        var traffic = PhoneTraffic()
        var packets = PhonePackets()
        var oldest = Self.connection(from: Self.anna, port: 1_024)
        packets.add(.established, on: &oldest)
        for port in 1..<UInt16(PhoneTraffic.most + 5) {
            var flow = Self.connection(from: Self.anna, port: 1_024 + port)
            packets.add(.established, on: &flow)
        }
        let change = Self.look(&traffic, &packets)
        #expect(change.flows.count == PhoneTraffic.most + 5)
        #expect(traffic.oldest.flow == 6)
        packets.add(.carried(by: .near), [1], on: &oldest)
        #expect(Self.look(&traffic, &packets).isEmpty)
        var newest = Self.connection(from: Self.anna, port: 1_023)
        packets.add(.established, on: &newest)
        #expect(Self.look(&traffic, &packets).flows.map(\.number) == [PhoneTraffic.most + 6])
    }

    @Test func `a flow's end and a look-up's answer are reported once, and unfinished ones at the end`()
        throws
    {
        var packets = PhonePackets()
        packets.look(up: "a.test", by: Self.anna, address: Self.server)
        var flow = Self.connection(from: Self.anna)
        packets.add(.established, on: &flow)
        var traffic = PhoneTraffic()
        let first = Self.look(&traffic, &packets)
        #expect(first.answered.map(\.seen.name) == ["a.test"] && first.ended.isEmpty)
        #expect(traffic.unfinished.ended.map(\.number) == [1] && traffic.unfinished.answered.isEmpty)
        packets.add(.finished(.near), on: &flow)
        packets.add(.finished(.far), on: &flow)
        #expect(Self.look(&traffic, &packets).ended.map(\.state) == [.closed])
        packets.look(up: "b.test", by: Self.anna, address: nil, identifier: 2)
        let second = Self.look(&traffic, &packets)
        #expect(second.ended.isEmpty && second.answered.map(\.answer) == ["no such name"])
        #expect(traffic.unfinished.ended.isEmpty)
    }

    @Test func `nothing is reported twice`() throws {
        var packets = PhonePackets()
        packets.look(up: "a.test", by: Self.anna, address: Self.server)
        var flow = Self.connection(from: Self.anna)
        packets.add(.established, on: &flow)
        var traffic = PhoneTraffic()
        #expect(!Self.look(&traffic, &packets).isEmpty)
        #expect(traffic.look().isEmpty)
    }
}
