import Phones
import Testing
import Wire
import WireGuard

@Suite(.timeLimit(.minutes(1)))
struct PhoneGatewayTests {
    /// An IPv4 packet without a payload that matters.
    private static func packet(from: IPAddress, to: IPAddress, _ mark: UInt8) -> [UInt8] {
        func octets(_ address: IPAddress) -> [UInt8] {
            guard case .v4(let bits) = address else { return [] }
            return (0..<4).map { UInt8(truncatingIfNeeded: bits >> (24 - 8 * $0)) }
        }
        return [0x45, 0, 0, 24, 0, 0, 0, 0, 64, 253, 0, 0] + octets(from) + octets(to) + [mark, 0, 0, 0]
    }

    private static let server = IPAddress.v4(0xCB00_7107)

    private func connected(_ bench: GatewayBench) throws -> TestPhone {
        let phone = try TestPhone(bench.phone.key, bench.phone.presharedKey, at: bench.key, port: bench.port)
        try phone.send(Self.packet(from: bench.phone.addresses.ip4, to: Self.server, 1))
        try phone.work()
        _ = bench.received()
        return phone
    }

    @Test func `a phone's packets come out of the interface, and answers reach the phone`() throws {
        let bench = try GatewayBench()
        let phone = try TestPhone(bench.phone.key, bench.phone.presharedKey, at: bench.key, port: bench.port)
        let question = Self.packet(from: bench.phone.addresses.ip4, to: Self.server, 1)
        try phone.send(question)
        try phone.work()
        #expect(bench.received() == question)
        let answer = Self.packet(from: Self.server, to: bench.phone.addresses.ip4, 2)
        bench.send(answer)
        #expect(try phone.received() == answer)
    }

    @Test func `a phone is announced once, and again from another place`() throws {
        let bench = try GatewayBench()
        let phone = try connected(bench)
        for mark in UInt8(2)...4 {
            try phone.send(Self.packet(from: bench.phone.addresses.ip4, to: Self.server, mark))
            #expect(bench.received() != nil)
        }
        try phone.move()
        try phone.send(Self.packet(from: bench.phone.addresses.ip4, to: Self.server, 5))
        let news = bench.news { if case .moved = $0 { true } else { false } }
        try #require(news.count == 2, "\(news)")
        guard case .connected(let name, let first) = news[0], case .moved(_, let second) = news[1] else {
            Issue.record("\(news)")
            return
        }
        #expect(name == bench.phone.name)
        #expect(first.address == .loopback4 && first.port != second.port)
        // Answers follow it.
        let answer = Self.packet(from: Self.server, to: bench.phone.addresses.ip4, 6)
        bench.send(answer)
        #expect(try phone.received() == answer)
    }

    @Test func `a key that is not in the book gets no access, and is reported`() throws {
        let bench = try GatewayBench()
        let stranger = try TestPhone(TunnelKey(), nil, at: bench.key, port: bench.port)
        try stranger.send(Self.packet(from: bench.phone.addresses.ip4, to: Self.server, 1))
        #expect(bench.news { $0 == .refused(.unknownPeer) } == [.refused(.unknownPeer)])
    }

    @Test func `a phone cannot send in another phone's name`() throws {
        let bench = try GatewayBench()
        let phone = try connected(bench)
        try phone.send(Self.packet(from: .v4(0x0ACF_0063), to: Self.server, 7))
        let own = Self.packet(from: bench.phone.addresses.ip4, to: Self.server, 8)
        try phone.send(own)
        #expect(bench.received() == own)
    }

    @Test func `a forgotten phone is cut off at once, and one that is let in later is served`() throws {
        let bench = try GatewayBench()
        let phone = try connected(bench)
        bench.gateway.serve([])
        // The gateway has taken the list by the time that it refuses a handshake.
        var news: [GatewayNews] = []
        while !news.contains(.refused(.unknownPeer)) {
            let again = try TestPhone(
                bench.phone.key,
                bench.phone.presharedKey,
                at: bench.key,
                port: bench.port
            )
            try again.send(Self.packet(from: bench.phone.addresses.ip4, to: Self.server, 1))
            news += bench.news { _ in true }
        }
        try phone.send(Self.packet(from: bench.phone.addresses.ip4, to: Self.server, 3))
        bench.gateway.serve([bench.phone])
        // A handshake that comes before the gateway has taken the list is refused, and phones repeat it.
        let own = Self.packet(from: bench.phone.addresses.ip4, to: Self.server, 4)
        var received: [UInt8]?
        while received == nil {
            let back = try TestPhone(
                bench.phone.key,
                bench.phone.presharedKey,
                at: bench.key,
                port: bench.port
            )
            try back.send(own)
            try back.work(atMost: 1_000_000_000)
            received = bench.received(within: 1_000_000_000)
        }
        #expect(received == own)
    }

    @Test func `a stopped gateway no longer accepts anything, and can be stopped again`() throws {
        let bench = try GatewayBench()
        let phone = try connected(bench)
        bench.gateway.stop()
        bench.gateway.stop()
        #expect(bench.gateway.failure == nil)
        try phone.send(Self.packet(from: bench.phone.addresses.ip4, to: Self.server, 9))
        // The interface's far side is closed.
        #expect(bench.received() == [])
    }
}
