import Inspection
import Testing
import Wire

/// UDP flows: bytes and times, QUIC's server names, and name servers' answers.
struct DatagramTests {
    static let destination: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

    /// A Client Hello message for `host` that offers h3.
    static func hello(_ host: String = "quic.example") -> [UInt8] {
        let name = bytes(host)
        func vector(_ bytes: [UInt8]) -> [UInt8] { PacketBuilder.number(UInt32(bytes.count), 2) + bytes }
        let extensions =
            [0, 0] + vector(vector([0] + vector(name))) + [0, 16] + vector(vector([2] + bytes("h3")))
            // Long enough to fill more than one packet when it is split.
            + [0xFA, 0xFA] + vector([UInt8](repeating: 0, count: 300))
        let body =
            [3, 3] + [UInt8](repeating: 7, count: 32) + [0, 0, 2, 0x13, 0x01, 1, 0] + vector(extensions)
        return [1, 0] + PacketBuilder.number(UInt32(body.count), 2) + body
    }

    static func datagram(_ payload: [UInt8], up: Bool = true, port: UInt32 = 443) -> [UInt8] {
        var packet = PacketBuilder.ipv4(
            length: 28 + payload.count,
            source: up ? PacketBuilder.clientAddress : PacketBuilder.serverAddress,
            destination: up ? PacketBuilder.serverAddress : PacketBuilder.clientAddress
        )
        packet[9] = 17
        return packet + PacketBuilder.number(up ? 50_000 : port, 2)
            + PacketBuilder.number(up ? port : 50_000, 2)
            + PacketBuilder.number(UInt32(8 + payload.count), 2) + [0, 0] + payload
    }

    private func inspect(_ packets: [[UInt8]]) -> CaptureInspection {
        var builder = PacketBuilder()
        for packet in packets { builder.add(packet) }
        return builder.inspect()
    }

    @Test(arguments: [QUICVersion.one, .two, .draft29])
    func `a QUIC client's first packet contains the server name`(_ version: QUICVersion) throws {
        let packet = InitialPacket.sealed(
            InitialPacket.crypto(Self.hello(), at: 0),
            version: version,
            destination: Self.destination
        )
        let flow = try #require(inspect([Self.datagram(packet)]).datagrams.first)
        #expect(flow.content == .quic && flow.version == version)
        #expect(flow.serverName == "quic.example" && flow.applicationProtocols == ["h3"])
    }

    @Test func `reassembles a split, reordered, padded and repeated Client Hello`()
        throws
    {
        let hello = Self.hello()
        func packet(_ range: Range<Int>, _ number: UInt8) -> [UInt8] {
            InitialPacket.sealed(
                [0, 0, 1] + InitialPacket.crypto(hello[range], at: range.lowerBound) + [0, 0, 0],
                number: number,
                // Once the server has answered, the client uses another identifier for it; the keys stay.
                destination: number == 3 ? [9, 9, 9] : Self.destination,
                keyedBy: Self.destination
            )
        }
        let (middle, end) = (150, hello.count)
        let orders: [[[UInt8]]] = [
            [packet(100..<middle, 1) + packet(0..<50, 2), packet(middle..<end, 3), packet(50..<100, 4)],
            [packet(0..<middle, 1), packet(0..<middle, 2), packet(100..<end, 3)],
        ]
        for datagrams in orders {
            let flow = try #require(inspect(datagrams.map { Self.datagram($0) }).datagrams.first)
            #expect(flow.serverName == "quic.example")
        }
        // Without one of the packets the name is unknown.
        let cut = try #require(inspect([Self.datagram(packet(0..<middle, 1))]).datagrams.first)
        #expect(cut.content == .quic && cut.serverName == nil)
    }

    // Clients should send the same hello again after a Retry, but some make another, with another random and other keys.
    @Test func `a client's second hello counts after a Retry`() throws {
        let retry: [UInt8] =
            [0xF0, 0, 0, 0, 1, 0, 8, 8, 7, 6, 5, 4, 3, 2, 1, 0xAA] + [UInt8](repeating: 0, count: 16)
        let inspection = inspect([
            Self.datagram(
                InitialPacket.sealed(InitialPacket.crypto(Self.hello(), at: 0), destination: Self.destination)
            ),
            Self.datagram(retry, up: false),
            Self.datagram(
                InitialPacket.sealed(
                    InitialPacket.crypto(Self.hello("other.example"), at: 0),
                    number: 2,
                    destination: Self.destination.reversed()
                )
            ),
        ])
        let shake = try #require(inspection.quicHandshakes.first)
        #expect(shake.steps.map(\.name) == ["Client Hello", "Retry", "Client Hello"])
    }

    @Test func `counts bytes and times in both directions; the sender of an Initial is the client`() throws {
        let initial = InitialPacket.sealed(
            InitialPacket.crypto(Self.hello(), at: 0),
            destination: Self.destination
        )
        let flow = try #require(
            inspect([
                Self.datagram([0x40, 1, 2], up: false), Self.datagram(initial),
                Self.datagram([UInt8](repeating: 0, count: 1000), up: false), Self.datagram([0x41, 1]),
            ]).datagrams.first
        )
        #expect(flow.client.port == 50_000 && flow.server.port == 443)
        #expect(flow.up.packets == 2 && flow.down.packets == 2)
        #expect(flow.down.payloadBytes == 1003 && flow.down.wireBytes == 1003 + 2 * 28)
        #expect(flow.lastStamp - flow.firstStamp == 3 * PacketBuilder.interval)
        // Here the server's first datagram arrived before the client's.
        #expect(flow.answerTime == nil)
    }

    /// A greeting, its answer, and then packets in both directions with these spin bits, one at each interval.
    private func spinning(_ bits: [UInt8]) throws -> CaptureDatagrams {
        let initial = InitialPacket.sealed(
            InitialPacket.crypto(Self.hello(), at: 0),
            destination: Self.destination
        )
        var packets = [
            Self.datagram(initial), Self.datagram([UInt8](repeating: 0xC0, count: 100), up: false),
        ]
        for bit in bits {
            packets.append(Self.datagram([0x40 | bit << 5, 1, 2]))
            packets.append(Self.datagram([0x40 | bit << 5, 1, 2], up: false))
        }
        return try #require(inspect(packets).datagrams.first)
    }

    @Test func `QUIC's spin bit shows round trips`() throws {
        let flow = try spinning([0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0])
        let roundTrip = try #require(flow.roundTrip)
        // Each direction turns at the third, the sixth, the ninth and the last packet: after three intervals of two packets.
        #expect(roundTrip.count == 6 && roundTrip.least == roundTrip.most)
        #expect(roundTrip.median == 6 * PacketBuilder.interval)
    }

    @Test(arguments: [[0, 0, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1, 1, 1], [0, 1]] as [[UInt8]])
    func `a spin bit that does not turn shows nothing`(_ bits: [UInt8]) throws {
        #expect(try spinning(bits).roundTrip == nil)
    }

    @Test func `a random spin bit shows nothing`() throws {
        var flow = CaptureDatagrams(
            number: 0,
            client: Endpoint(address: .v4(1), port: 1),
            server: Endpoint(address: .v4(2), port: 443),
            firstPacket: 1,
            firstStamp: 0
        )
        flow.answerTime = 50_000_000
        for _ in 0..<100 { flow.turns.add(2_000_000) }
        #expect(flow.roundTrip == nil)
        flow.answerTime = 3_000_000
        #expect(flow.roundTrip?.median == 2_000_000)
    }

    @Test func `a Retry's new connection ID yields new keys`() throws {
        let first = InitialPacket.sealed(
            InitialPacket.crypto(Self.hello("a").prefix(30), at: 0),
            destination: [1, 1]
        )
        let again = InitialPacket.sealed(
            InitialPacket.crypto(Self.hello("b"), at: 0),
            destination: [2, 2, 2, 2]
        )
        let flow = try #require(inspect([Self.datagram(first), Self.datagram(again)]).datagrams.first)
        #expect(flow.serverName == "b")
    }

    @Test func `inspects truncated and altered packets to the end`() {
        let packet = Self.datagram(
            InitialPacket.sealed(InitialPacket.crypto(Self.hello(), at: 0), destination: Self.destination)
        )
        for length in packet.indices {
            var builder = PacketBuilder()
            builder.add(Array(packet.prefix(length)), originalLength: packet.count)
            #expect(builder.inspect().datagrams.allSatisfy { $0.serverName == nil })
        }
        for place in 28..<packet.count {
            var broken = packet
            broken[place] ^= 0xFF
            let flow = inspect([broken]).datagrams.first
            #expect(flow?.serverName == nil && flow?.up.packets == 1)
        }
    }

    // MARK: Names

    private static let name = [7] + bytes("example") + [3] + bytes("com") + [0]

    private static func question(_ identifier: UInt8, type: UInt8 = 1) -> [UInt8] {
        [0, identifier, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0] + name + [0, type, 0, 1]
    }

    /// An alias first, then the server's address.
    private static func answer(_ identifier: UInt8, code: UInt8 = 0, records: Bool = true) -> [UInt8] {
        let alias: [UInt8] = [0xC0, 12, 0, 5, 0, 1, 0, 0, 0, 9, 0, 4, 1, 97, 0xC0, 12]
        let address =
            [1, 97, 0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4]
            + PacketBuilder.number(PacketBuilder.serverAddress, 4)
        return [0, identifier, 0x81, 0x80 | code, 0, 1, 0, records ? 2 : 0, 0, 0, 0, 0] + name + [0, 1, 0, 1]
            + (records ? alias + address : [])
    }

    @Test func `lists queries with time and answer, and names flows without a name`()
        throws
    {
        var builder = PacketBuilder()
        builder.add(Self.datagram(Self.question(1), port: 53))
        builder.add(Self.datagram(Self.question(1), port: 53))
        builder.add(Self.datagram(Self.answer(1), up: false, port: 53))
        builder.handshake()
        builder.send(.client, at: 0, bytes("GET /a HTTP/1.0\r\n\r\n"))
        builder.send(.server, at: 0, Sample.response, ack: 19)
        let inspection = builder.inspect()
        let lookup = try #require(inspection.lookups.first)
        #expect(inspection.lookups.count == 1)
        #expect(lookup.name == "example.com" && lookup.type == .a && lookup.code == .noError)
        #expect(lookup.duration == 2 * PacketBuilder.interval)
        #expect(lookup.addresses == [.v4(PacketBuilder.serverAddress)])
        #expect(inspection.flows.map(\.serverName) == ["example.com"])
        #expect(inspection.exchanges.map(\.serverName) == ["example.com"])
        #expect(inspection.datagrams.map(\.content) == [.dns])
    }

    @Test func `reports a query repeated by a timer, unless each was answered`() throws {
        func repeated(after time: Int64, answers: Int) throws -> Int64? {
            var builder = PacketBuilder()
            builder.add(Self.datagram(Self.question(1), port: 53))
            builder.add(Self.datagram(Self.question(1), port: 53))
            builder.stampLast(PacketBuilder.stamp(1) + time)
            for _ in 0..<answers {
                builder.add(Self.datagram(Self.answer(1), up: false, port: 53))
                builder.stampLast(PacketBuilder.stamp(1) + time + 30_000_000)
            }
            return try #require(builder.inspect().lookups.first).repeated
        }
        let timer: Int64 = 5_000_000_000
        #expect(try repeated(after: timer, answers: 1) == PacketBuilder.stamp(1) + timer)
        #expect(try repeated(after: timer, answers: 0) == PacketBuilder.stamp(1) + timer)
        #expect(try repeated(after: timer, answers: 2) == nil)
        // A packet that was recorded twice.
        #expect(try repeated(after: 1000, answers: 1) == nil)
    }

    @Test func `a request with a Host field keeps its name`() {
        var builder = PacketBuilder()
        builder.add(Self.datagram(Self.answer(1), up: false, port: 53))
        builder.send(.client, at: 0, Sample.request)
        builder.send(.server, at: 0, Sample.response, ack: Sample.request.count)
        #expect(builder.inspect().exchanges.map(\.serverName) == [nil])
    }

    @Test func `uses the file's own names for addresses without a name in packets`() {
        var inspection = inspect([Self.datagram([1, 2, 3])])
        inspection.take(names: [.v4(PacketBuilder.serverAddress): "printer"])
        #expect(inspection.datagrams.map(\.serverName) == ["printer"])
        var told = inspect([
            Self.datagram(Self.answer(1), up: false, port: 53), Self.datagram([1, 2, 3], port: 9999),
        ])
        told.take(names: [.v4(PacketBuilder.serverAddress): "printer"])
        #expect(told.datagrams.map(\.serverName) == ["example.com", "example.com"])
    }

    @Test func `reports an unanswered query, a refusal and an unsolicited answer`() {
        let inspection = inspect([
            Self.datagram(Self.question(1), port: 53), Self.datagram(Self.question(2, type: 28), port: 53),
            Self.datagram(Self.answer(9, code: 3, records: false), up: false, port: 53),
        ])
        #expect(inspection.lookups.map(\.code) == [nil, nil, .noSuchName])
        #expect(inspection.lookups.map(\.type) == [.a, .aaaa, .a])
        #expect(inspection.lookups.map { $0.asked == nil } == [false, false, true])
    }

    @Test func `reports other traffic on a DNS port once, but not a truncated packet`() {
        let broken = Self.datagram([1, 2, 3], port: 53)
        #expect(inspect([broken, broken]).findings.kept.map(\.packet) == [1])
        let whole = Self.datagram(Self.answer(1), up: false, port: 53)
        for length in whole.indices {
            var builder = PacketBuilder()
            builder.add(Array(whole.prefix(length)), originalLength: whole.count)
            let inspection = builder.inspect()
            #expect(inspection.names.isEmpty && inspection.packets == 1)
            #expect(!inspection.findings.kept.map(\.fault).contains(.notOnlyDNS(overTCP: false)))
        }
        for place in 28..<whole.count {
            var changed = whole
            changed[place] ^= 0x81
            #expect(inspect([changed]).datagrams.count == 1)
        }
    }

    @Test func `mDNS answers give addresses their names even without a query`() {
        let name: [UInt8] = [2] + bytes("tv") + [5] + bytes("local") + [0]
        let answer =
            [0, 0, 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0] + name + [0, 1, 0x80, 1, 0, 0, 0, 9, 0, 4, 10, 0, 0, 9]
        let inspection = inspect([Self.datagram(answer, up: false, port: 5353)])
        #expect(inspection.names == [.v4(0x0A00_0009): "tv.local"])
        #expect(inspection.lookups.isEmpty && inspection.findings.kept.isEmpty)
    }

    @Test func `UDP flows beyond the limit are not listed but counted`() {
        var inspector = CaptureInspector(limits: InspectionLimits(memory: 1 << 20, results: 50))
        for port in 0..<2000 {
            let packet = Self.datagram([1], port: UInt32(6000 + port))
            let header = CapturedPacket(
                number: port + 1,
                linkType: .rawIP,
                stamp: PacketBuilder.stamp(port),
                originalLength: packet.count
            )
            inspector.receive(header, packet.span.bytes)
        }
        let inspection = inspector.finish()
        #expect(inspection.datagrams.map(\.number) == Array(0..<50))
        #expect(inspection.findings.kept.map(\.fault).contains(.unlistedDatagrams(1950, lookups: 0)))
    }
}
