import Testing
import Wire

struct TimestampResolutionTests {
    @Test(
        arguments: [
            (6, 1_500_000, 0, 1_500_000_000), (9, 7, 0, 7), (9, 7, -1, -999_999_993),
            (0, 3, 0, 3_000_000_000),
            (3, 5, 2, 2_005_000_000), (12, 7_999, 0, 7), (0x80, 2, 0, 2_000_000_000),
            (0x8A, 1536, 0, 1_500_000_000),
            (0xFF, .max, 0, 0), (127, .max, 0, 0), (0x94, 1 << 19, 0, 500_000_000),
        ] as [(UInt8, UInt64, Int64, Int64)]
    )
    func `units are converted to nanoseconds`(
        _ encoded: UInt8,
        _ units: UInt64,
        _ offset: Int64,
        _ expected: Int64
    ) {
        let resolution = TimestampResolution(encoded: encoded)
        #expect(resolution.nanoseconds(units: units, offsetSeconds: offset) == expected)
    }

    @Test(
        arguments: [(0, .max, 0), (9, .max, 0), (6, 1 << 62, 0), (9, 1, .max), (9, 1, .min)]
            as [(UInt8, UInt64, Int64)]
    )
    func `values beyond 64 bits are nil`(_ encoded: UInt8, _ units: UInt64, _ offset: Int64) {
        let resolution = TimestampResolution(encoded: encoded)
        #expect(resolution.nanoseconds(units: units, offsetSeconds: offset) == nil)
    }
}
