import Testing

@testable import Wire

struct QUICTests {
    private static func number(_ bytes: [UInt8]) -> Int? { bytes.span.bytes.quicNumber(at: 0)?.value }
    private static func header(_ bytes: [UInt8]) -> QUICLongHeader? { QUICLongHeader(bytes.span.bytes) }

    // The examples of RFC 9000, A.1.
    @Test(
        arguments: [
            ([0xC2, 0x19, 0x7C, 0x5E, 0xFF, 0x14, 0xE8, 0x8C], 151_288_809_941_952_652),
            ([0x9D, 0x7F, 0x3E, 0x7D], 494_878_333), ([0x7B, 0xBD], 15_293), ([0x25], 37),
            ([0x40, 0x25], 37),
        ] as [([UInt8], Int)]
    )
    func `variable-length integers are parsed with their length`(_ bytes: [UInt8], _ value: Int) {
        #expect(Self.number(bytes) == value)
        for length in bytes.indices { #expect(Self.number(Array(bytes.prefix(length))) == nil) }
    }

    private static let initial: [UInt8] =
        [0xC3, 0, 0, 0, 1, 4, 1, 2, 3, 4, 2, 9, 8, 3, 5, 5, 5, 0x40, 6] + [1, 2, 3, 4, 5, 6]

    @Test func `an Initial header is parsed, and bytes after the packet are ignored`() throws {
        let header = try #require(Self.header(Self.initial + [0, 0, 0]))
        #expect(header.isInitial && header.version == .one)
        #expect(header.destination.bytes == [1, 2, 3, 4] && header.source.bytes == [9, 8])
        #expect(header.numberOffset == 19 && header.length == 25)
        for length in Self.initial.indices { #expect(Self.header(Array(Self.initial.prefix(length))) == nil) }
    }

    @Test(
        arguments: [
            (0xC0, 1, true), (0xD0, 1, false), (0xE0, 1, false), (0xD0, 0x6B33_43CF, true),
            (0xC0, 0x6B33_43CF, false), (0xC0, 0x1A2A_3A4A, false), (0xC0, 0, false),
        ] as [(UInt8, UInt32, Bool)]
    )
    func `the version determines which packets are Initial`(
        _ first: UInt8,
        _ version: UInt32,
        _ isInitial: Bool
    ) {
        let number = (0..<4).map { UInt8(truncatingIfNeeded: version >> (24 - 8 * UInt32($0))) }
        #expect(Self.header([first] + number + [0, 0, 0, 1, 7, 7, 7, 7])?.isInitial == isInitial)
    }

    @Test func `short headers and overlong identifiers are rejected`() {
        #expect(Self.header([0x40] + Self.initial.dropFirst()) == nil)
        #expect(Self.header([0xC0, 0, 0, 0, 1, 21] + [UInt8](repeating: 0, count: 64)) == nil)
    }

    @Test func `Retry and Version Negotiation have no packet number and fill the datagram`() {
        for bytes in [[0xF0, 0, 0, 0, 1, 0, 0, 1, 2, 3], [0xC0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]] as [[UInt8]] {
            #expect(Self.header(bytes)?.length == bytes.count)
            #expect(Self.header(bytes)?.numberOffset == nil)
        }
    }

    @Test func `mutated packets are parsed within their bounds`() {
        var state: UInt64 = 47
        for _ in 0..<20_000 {
            state = SplitMix.mixed(state &+ 1)
            var bytes = Self.initial
            let place = Int(state % UInt64(bytes.count))
            bytes[place] = UInt8(truncatingIfNeeded: state >> 32)
            if let header = Self.header(bytes) {
                #expect(header.length <= bytes.count && header.numberOffset ?? 0 <= header.length)
            }
        }
    }
}
