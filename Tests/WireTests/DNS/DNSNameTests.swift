import Testing

@testable import Wire

@Suite(.timeLimit(.minutes(1)))
struct DNSNameTests {
    static let texts: [(String, [UInt8]?)] = [
        ("", [0]), (".", [0]), ("a", [1, 97, 0]), ("a.", [1, 97, 0]), ("a.bc", [1, 97, 2, 98, 99, 0]),
        ("A.bC", [1, 65, 2, 98, 67, 0]), ("a..b", nil), (".a", nil), ("a..", nil),
        (String(repeating: "x", count: 63), [63] + [UInt8](repeating: 120, count: 63) + [0]),
        (String(repeating: "x", count: 64), nil),
        (
            [String](repeating: "x", count: 127).joined(separator: "."),
            [UInt8]([[UInt8]](repeating: [1, 120], count: 127).joined()) + [0]
        ),
        ([String](repeating: "x", count: 128).joined(separator: "."), nil),
    ]

    @Test(arguments: texts)
    func `a text is encoded if it is a valid name`(text: String, encoded: [UInt8]?) {
        #expect(DNSName(text)?.encoded == encoded)
    }

    @Test(arguments: [
        ("Origin.NetLab.test", "origin.netlab.TEST", true), ("a.b", "a.b.c", false), ("a-", "aM", false),
        ("é", "É", false),
    ])
    func `names are compared without regard to ASCII case`(one: String, other: String, same: Bool) throws {
        let (one, other) = (try #require(DNSName(one)), try #require(DNSName(other)))
        #expect((one == other) == same)
        #expect(Set([one, other]).count == (same ? 1 : 2))
    }

    /// Bytes, the name's offset, the name, and its end; nil if it is invalid.
    static let readings: [([UInt8], Int, (String, Int)?)] = [
        ([0], 0, (".", 1)),
        ([1, 97, 0, 9], 0, ("a", 3)),
        ([1, 97, 0, 1, 98, 0xC0, 0, 9], 3, ("b.a", 7)),
        ([1, 97, 0, 0xC0, 0, 0xC0, 3], 5, ("a", 7)),
        ([1, 46, 0], 0, ("\\.", 3)),
        ([4, 0, 92, 32, 255, 0], 0, ("\\000\\\\\\032\\255", 6)),
        // Cut off, at the end and inside.
        ([], 0, nil), ([1], 0, nil), ([1, 97], 0, nil), ([0xC0], 0, nil), ([0], 1, nil), ([0], -1, nil),
        // Pointers to themselves, to each other, forward, and out of the message.
        ([0xC0, 0], 0, nil), ([0xC0, 2, 0xC0, 0], 2, nil), ([1, 97, 0xC0, 0], 0, nil),
        ([0xC0, 2, 0], 0, nil), ([0xFF, 0xFF], 0, nil),
        // Label types of old experiments.
        ([0x40, 0], 0, nil), ([0x80, 0], 0, nil),
    ]

    @Test(arguments: readings)
    func `a name is decoded from a message or rejected`(bytes: [UInt8], start: Int, expected: (String, Int)?)
    {
        var offset = start
        let name = DNSName(bytes.span.bytes, at: &offset)
        #expect(name?.description == expected?.0)
        #expect(offset == expected?.1 ?? start)
    }

    @Test func `a compressed name may have 255 bytes and no more`() {
        // Each name is one letter before the previous one.
        var bytes: [UInt8] = [0]
        var last = 0
        for length in 1...128 {
            let start = bytes.count
            bytes += [1, 120, 0xC0 | UInt8(last >> 8), UInt8(truncatingIfNeeded: last)]
            last = start
            var offset = start
            let name = DNSName(bytes.span.bytes, at: &offset)
            #expect(name?.labels.count == (length <= 127 ? length : nil))
        }
    }

    @Test func `chains of pointers are limited`() {
        var bytes: [UInt8] = [0]
        for target in 0..<400 {
            let target = target == 0 ? 0 : 2 * target - 1
            bytes += [0xC0 | UInt8(target >> 8), UInt8(truncatingIfNeeded: target)]
        }
        var (near, far) = (1 + 2 * 100, 1 + 2 * 300)
        #expect(DNSName(bytes.span.bytes, at: &near)?.labels.isEmpty == true)
        #expect(DNSName(bytes.span.bytes, at: &far) == nil)
    }
}
