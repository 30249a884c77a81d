import Compression
import Testing

struct ContentUnpackingTests {
    private static let body = Array(String(repeating: "netlab ", count: 100).utf8)

    @Test(arguments: [nil, "identity", "Identity", "gzip", "x-gzip", "GZIP", "br"])
    func `decodes a whole body`(_ coding: String?) throws {
        let packed =
            switch coding?.lowercased() {
            case "gzip", "x-gzip": try Gzip.compress(Self.body)
            case "br": try Brotli.compress(Self.body)
            default: Self.body
            }
        #expect(try ContentUnpacking.unpacked(packed, coding: coding, atMost: 700) == Self.body)
    }

    @Test func `reports an unknown, damaged, truncated or too long body`() throws {
        let packed = try Gzip.compress(Self.body)
        func failure(_ bytes: [UInt8], _ coding: String, most: Int = 700) -> ContentUnpacking.Failure? {
            #expect(throws: ContentUnpacking.Failure.self) {
                try ContentUnpacking.unpacked(bytes, coding: coding, atMost: most)
            }
        }
        #expect(failure(packed, "gzip, br") == .unknown)
        #expect(failure(packed, "br") == .damaged)
        #expect(failure(Array(packed.dropLast()), "gzip") == .damaged)
        #expect(failure(packed, "gzip", most: 699) == .tooLong)
        #expect(try ContentUnpacking.unpacked([], coding: "gzip", atMost: 0).isEmpty)
    }
}
