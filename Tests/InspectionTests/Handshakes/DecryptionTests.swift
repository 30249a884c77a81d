import Inspection
import TLS
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct DecryptionTests {
    @Test(arguments: [TLSVersion.tls12, .tls13])
    func `an HTTPS exchange is inspected like a plain one`(_ version: TLSVersion) throws {
        var session = try RecordedSession.withExchange(version, body: 100_000)
        let before = session.builder.packets.count
        try session.exchange(body: 5)
        session.builder.close(up: session.up, down: session.down)
        let inspection = session.inspect()
        #expect(inspection.findings.kept.isEmpty)
        #expect(inspection.exchanges.map(\.bodyBytes) == [100_000, 5])
        let exchange = try #require(inspection.exchanges.last)
        #expect(exchange.url == "https://origin.netlab.test/a.jpg" && exchange.status == 200)
        #expect(exchange.isComplete && exchange.order == 1 && exchange.decodedBytes == 5)
        #expect(exchange.requestBytes == RecordedSession.request.count)
        #expect(exchange.headerBytes == RecordedSession.head(5).count)
        // One packet up, one down.
        #expect(exchange.requestSent == PacketBuilder.stamp(before + 1))
        #expect(exchange.firstByte == PacketBuilder.stamp(before + 2))
        #expect(exchange.lastByte == PacketBuilder.stamp(before + 2))
        #expect(exchange.firstPacket == before + 1 && exchange.lastPacket == before + 2)
        let first = try #require(inspection.exchanges.first)
        let weights = inspection.exchanges.reduce(0) { $0 + $1.wireUpBytes + $1.wireDownBytes }
        #expect(weights == session.builder.packets.reduce(0) { $0 + $1.bytes.count })
        #expect(first.lastByte == PacketBuilder.stamp(before) && first.handshake != nil)
        #expect(inspection.estimates.isEmpty)
    }

    @Test(arguments: [TLSVersion.tls12, .tls13])
    func `the first byte arrives when its TLS record is complete`(_ version: TLSVersion) throws {
        let session = try RecordedSession.withExchange(version, body: 50_000)
        let exchange = try #require(session.inspect().exchanges.first)
        let sent = try #require(exchange.firstPacket)
        // A record of 16 KiB takes twelve packets.
        #expect(exchange.firstByte == PacketBuilder.stamp(sent + 12))
        #expect(exchange.recordBegan == PacketBuilder.stamp(sent + 1))
        #expect(exchange.lastByte == PacketBuilder.stamp(session.builder.packets.count))
    }

    @Test(arguments: [TLSVersion.tls12, .tls13])
    func `reordered and retransmitted packets change only the retransmission count`(_ version: TLSVersion)
        throws
    {
        var session = try RecordedSession.withExchange(version, body: 40_000)
        let plain = try #require(session.inspect().exchanges.first)
        var packets = session.builder.packets
        let last = packets.count - 1
        packets.swapAt(last - 6, last - 5)
        packets.append(packets[last - 10])
        for index in packets.indices {
            packets[index].header.number = index + 1
            packets[index].header.stamp = PacketBuilder.stamp(index + 1)
        }
        session.builder.packets = packets
        let inspection = session.inspect()
        let exchange = try #require(inspection.exchanges.first)
        #expect(exchange.bodyBytes == 40_000 && exchange.isComplete)
        #expect(exchange.lastByte == plain.lastByte)
        #expect(exchange.retransmittedBytes == RecordedSession.segment)
    }

    @Test(arguments: [TLSVersion.tls12, .tls13])
    func `missing packets make the exchange incomplete but keep the byte count`(_ version: TLSVersion) throws
    {
        let whole = try RecordedSession.withExchange(version, body: 200_000)
        let count = whole.builder.packets.count
        // Inside a record, and across record headers.
        for missing in [count - 40..<count - 39, count - 60..<count - 45, count - 100..<count - 50] {
            var session = whole
            session.builder.packets.removeSubrange(missing)
            let inspection = session.inspect()
            #expect(inspection.exchanges.map(\.bodyBytes) == [200_000], "\(missing)")
            #expect(inspection.exchanges.map(\.isComplete) == [false])
            #expect(!inspection.findings.kept.isEmpty)
        }
    }

    @Test(arguments: [TLSVersion.tls12, .tls13])
    func `a resumed session is decrypted`(_ version: TLSVersion) throws {
        let bench = try RecordedSession.Bench(TLSParameters(versions: version...version))
        var first = try RecordedSession(bench)
        try first.exchange(body: 10)
        let second = try RecordedSession(bench, resuming: first.client.ticket)
        var later = second
        try later.exchange(body: 20)
        let inspection = later.inspect()
        #expect(inspection.exchanges.map(\.bodyBytes) == [20])
        #expect(inspection.handshakes.first?.resumption == (version == .tls13 ? .preSharedKey : .ticket))
    }

    @Test(arguments: [TLSVersion.tls12, .tls13])
    func `another session's keys decrypt nothing, reported once for each side`(_ version: TLSVersion) throws {
        let session = try RecordedSession.withExchange(version, body: 100_000)
        let text = String(decoding: session.bench.keys, as: UTF8.self)
        // Every secret is replaced by another of the same length.
        let wrong = text.split(separator: "\n").map { line in
            line.split(separator: " ").enumerated()
                .map { $0 == 2 ? String(repeating: "1", count: $1.count) : String($1) }.joined(separator: " ")
        }
        let inspection = session.builder.inspect(keys: Array(wrong.joined(separator: "\n").utf8))
        #expect(inspection.exchanges.allSatisfy { $0.status == nil })
        let senders = inspection.findings.kept.compactMap { finding -> Endpoint? in
            if case .otherKeys(let sender) = finding.fault { sender } else { nil }
        }
        #expect(senders.count == 2 && inspection.findings.kept.count == 2)
    }

    @Test func `reads mutated and truncated packets to the end`() throws {
        let session = try RecordedSession.withExchange(.tls13, body: 30_000)
        var counter: UInt64 = 11
        func random(below limit: Int) -> Int {
            counter += 1
            return Int(SplitMix.mixed(counter) % UInt64(limit))
        }
        for _ in 0..<300 {
            var changed = session
            for _ in 0...random(below: 3) {
                let index = random(below: changed.builder.packets.count)
                let place = random(below: changed.builder.packets[index].bytes.count)
                if random(below: 4) == 0 {
                    changed.builder.packets[index].bytes.removeSubrange(place...)
                } else {
                    changed.builder.packets[index].bytes[place] = UInt8(random(below: 256))
                }
            }
            let inspection = changed.inspect()
            #expect(inspection.exchanges.allSatisfy { $0.bodyBytes <= 60_000 })
        }
    }
}
