import Testing
import Wire

@testable import WireGuard

struct HostileDatagramTests {
    /// One datagram of each kind, before it was received, and who is to get it.
    private static func samples() throws -> [(TunnelPair, [UInt8], TunnelPair.End)] {
        var samples: [(TunnelPair, [UInt8], TunnelPair.End)] = []
        for kind in [MessageKind.initiation, .response, .data, .cookieReply] {
            let pair = try TunnelPair()
            pair.server.isUnderLoad = kind == .cookieReply
            pair.fate = { bytes, _ in MessageKind(bytes.span.bytes) == kind ? [] : [0] }
            pair.send(TunnelPair.packet(from: .phone), from: .phone)
            pair.pass()
            let end: TunnelPair.End = kind == .response || kind == .cookieReply ? .phone : .server
            let datagrams = pair.datagrams[end, default: []]
            let sample = try #require(datagrams.first { MessageKind($0.span.bytes) == kind })
            samples.append((pair, sample, end))
        }
        return samples
    }

    @Test func `a datagram with any flipped bit is refused, and the true one still counts`() throws {
        for (pair, sample, end) in try Self.samples() {
            for bit in 0..<8 * sample.count {
                var forged = sample
                forged[bit / 8] ^= 1 << (bit % 8)
                // Without load nobody looks at the second code.
                let isSecondCode =
                    switch MessageKind(sample.span.bytes) {
                    case .initiation: InitiationLayout.code2.contains(bit / 8)
                    case .response: ResponseLayout.code2.contains(bit / 8)
                    default: false
                    }
                if isSecondCode { continue }
                #expect(pair.deliver(forged, to: end).count == 1, "bit \(bit)")
            }
            #expect(pair.deliver(sample, to: end) == [])
        }
    }

    @Test func `a datagram cut anywhere, or with a byte more, is refused`() throws {
        for (pair, sample, end) in try Self.samples() {
            for count in 0..<sample.count {
                #expect(pair.deliver(Array(sample.prefix(count)), to: end).count == 1)
            }
            #expect(pair.deliver(sample + [0], to: end).count == 1)
            #expect(pair.deliver(sample, to: end) == [])
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `random datagrams are refused`(seed: UInt64) throws {
        let pair = try TunnelPair()
        pair.connect()
        for step in 0..<200 as Range<UInt64> {
            let draw = SplitMix.mixed(seed << 32 | step)
            var bytes = (0..<draw % 200).map { UInt8(truncatingIfNeeded: SplitMix.mixed(draw &+ $0)) }
            if bytes.count > 4 { bytes.replaceSubrange(0..<4, with: [UInt8(draw >> 40 % 5), 0, 0, 0]) }
            #expect(pair.deliver(bytes, to: .server).count == 1)
        }
        #expect(pair.packets[.server] == [])
        #expect(pair.datagrams[.phone] == [])
    }
}
