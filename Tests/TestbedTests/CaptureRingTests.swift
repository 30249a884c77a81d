import LinkModel
import LinuxIO
import Testing
import Wire

@testable import Testbed

struct `A recorder's ring` {
    private static func line(_ down: Int64?, _ up: Int64?) -> LinkParameters {
        LinkParameters(down: DirectionParameters(rateBps: down), up: DirectionParameters(rateBps: up))
    }

    @Test(
        arguments: [
            (256_000, 2_000_000, 32 << 20), (nil, 1_000_000, 64 << 20), (1_000_000, nil, 64 << 20),
            (100_000_000, 250_000_000, 64 << 20), (160_000_000, 20_000_000, 45_000_000),
        ] as [(Int64?, Int64?, Int)]
    )
    func `holds two seconds of both directions, within limits`(_ down: Int64?, _ up: Int64?, _ bytes: Int) {
        #expect(CaptureRing.bytes(for: [Self.line(down, up)]) == bytes)
    }

    @Test func `is sized for the fastest link of the run`() {
        let links = [Self.line(1_000_000, 1_000_000), Self.line(100_000_000, 60_000_000)]
        #expect(CaptureRing.bytes(for: links) == 40_000_000)
        #expect(CaptureRing.bytes(for: [links[0], Self.line(nil, nil)]) == CaptureRing.most)
    }

    @Test func `is small in virtual time`() {
        #expect(CaptureRing.bytes(for: [Self.line(nil, nil)], on: .virtual) < CaptureRing.least)
    }
}
