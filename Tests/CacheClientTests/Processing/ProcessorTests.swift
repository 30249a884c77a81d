import Testing

@testable import CacheClient

struct ProcessorTests {
    struct Refusal: Error {}

    /// Each argument is a row, each number a grey pixel.
    static func bitmap(_ rows: [UInt8]...) throws -> Bitmap {
        let samples = rows.flatMap { $0.flatMap { [$0, $0, $0] } }
        return try #require(Bitmap(width: rows[0].count, height: rows.count, samples: samples))
    }

    private static func reds(_ bitmap: Bitmap) -> [UInt8] {
        stride(from: 0, to: bitmap.samples.count, by: 3).map { bitmap.samples[$0] }
    }

    @Test func `a bitmap rejects a sample count that does not match its dimensions`() {
        #expect(Bitmap(width: 1, height: 2, samples: [1, 2, 3, 4, 5, 6]) != nil)
        let wrong = [(1, 1, 2), (2, 1, 3), (0, 0, 0), (-1, -2, 6), (0, 5, 0), (.max, .max, 3), (1, 1, 4)]
        for (width, height, count) in wrong {
            #expect(Bitmap(width: width, height: height, samples: [UInt8](repeating: 0, count: count)) == nil)
        }
    }

    @Test(
        arguments: [
            (Cropping(width: 2, height: 1), [5, 6]),
            (Cropping(width: 9, height: 1), [4, 5, 6, 7]),
            (Cropping(width: 1, height: 9, x: 0), [0, 4, 8]),
            (Cropping(width: 2, height: 2, x: 1, y: 1), [6, 7, 10, 11]),
            (Cropping(width: 0, height: -1), [5]),
            (Cropping(width: 1, height: 1, x: 7, y: -3), [3]),
        ] as [(Cropping, [UInt8])]
    )
    func `cropping cuts out the requested rectangle`(cropping: Cropping, left: [UInt8]) throws {
        let image = try Self.bitmap([0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11])
        #expect(Self.reds(cropping.process(image)) == left)
    }

    @Test func `cropping keeps an image that is no larger than the rectangle`() throws {
        let image = try Self.bitmap([1, 2], [3, 4])
        #expect(Cropping(width: 2, height: 2).process(image) == image)
        #expect(Cropping(width: 5, height: 9).process(image) == image)
    }

    @Test(arguments: [
        (Resizing(width: 4, height: 4), "4x4"), (Resizing(width: 4, height: 4, mode: .fit), "4x2"),
        (Resizing(width: 4, height: 4, mode: .fill), "8x4"),
        (Resizing(width: 32, height: 32, mode: .fit), "32x16"),
        (Resizing(width: 3, height: 100, mode: .fit), "3x2"), (Resizing(width: 0, height: 0), "1x1"),
    ])
    func `resizing stretches, fits or fills`(resizing: Resizing, size: String) throws {
        let image = try Self.bitmap(
            [UInt8](repeating: 9, count: 16),
            [UInt8](repeating: 9, count: 16),
            [UInt8](repeating: 9, count: 16),
            [UInt8](repeating: 9, count: 16),
            [UInt8](repeating: 9, count: 16),
            [UInt8](repeating: 9, count: 16),
            [UInt8](repeating: 9, count: 16),
            [UInt8](repeating: 9, count: 16)
        )
        let resized = resizing.process(image)
        #expect("\(resized.width)x\(resized.height)" == size)
        #expect(resized.samples.allSatisfy { $0 == 9 })
    }

    @Test func `resizing averages the pixels that it merges`() throws {
        let image = try Self.bitmap([0, 100, 10, 30], [100, 200, 10, 30])
        #expect(Self.reds(Resizing(width: 2, height: 1).process(image)) == [100, 20])
    }

    @Test func `tinting mixes in the colour by its share`() throws {
        let image = try Self.bitmap([0, 200])
        let half = Tinting(red: 100, green: 0, blue: 255).process(image)
        #expect(half.samples == [50, 0, 128, 150, 100, 228])
        #expect(Tinting(red: 1, green: 2, blue: 3, share: 0).process(image) == image)
        #expect(Tinting(red: 1, green: 2, blue: 3, share: 9).process(image).samples == [1, 2, 3, 1, 2, 3])
    }

    @Test func `blurring is symmetric, monotonic and preserves plain areas`() throws {
        let edge = try Self.bitmap([0, 0, 0, 0, 255, 255, 255, 255])
        let blurred = Self.reds(Blurring(radius: 1).process(edge))
        #expect(blurred == blurred.sorted())
        #expect(blurred.first == 0 && blurred.last == 255)
        #expect(zip(blurred, blurred.reversed()).allSatisfy { abs(Int($0) + Int($1) - 255) <= 2 })
        #expect(blurred[3] > 0 && blurred[4] < 255)
        #expect(Blurring(radius: 0).process(edge) == edge)
        let plain = try Self.bitmap([7, 7], [7, 7])
        #expect(Blurring(radius: 50).process(plain) == plain)
    }

    @Test func `a custom step runs its closure and throws its error`() throws {
        let image = try Self.bitmap([1, 2])
        let inverted = CustomProcessing(identifier: "inverted") { $0.mapped { 255 - $1 } }
        #expect(Self.reds(try inverted.process(image)) == [254, 253])
        let refusing = CustomProcessing(identifier: "refusing") { _ in throw Refusal() }
        #expect(throws: Refusal.self) { try refusing.process(image) }
    }

    @Test func `different steps have different identifiers`() {
        let steps: [any ImageProcessor] = [
            Cropping(width: 1, height: 2), Cropping(width: 2, height: 1), Cropping(width: 1, height: 2, x: 0),
            Resizing(width: 1, height: 2), Resizing(width: 1, height: 2, mode: .fit),
            Resizing(width: 1, height: 2, mode: .fill), Tinting(red: 1, green: 2, blue: 3),
            Tinting(red: 1, green: 2, blue: 3, share: 0.25), Tinting(red: 12, green: 3, blue: 3),
            Blurring(radius: 1), Blurring(radius: 11),
        ]
        let words = steps.map(\.identifier)
        #expect(Set(words).count == words.count)
        #expect(words.allSatisfy { !$0.contains("|") && !$0.contains("@") })
    }

    /// Black with full, half and no coverage.
    private static func veil() throws -> Bitmap {
        let samples = [0, 128, 255].flatMap { [UInt8]([$0, $0, $0]) }
        return try #require(Bitmap(width: 3, height: 1, samples: samples, coverage: [255, 127, 0]))
    }

    @Test func `cropping, resizing and blurring apply to the alpha channel, too`() throws {
        let veil = try Self.veil()
        #expect(Bitmap(width: 3, height: 1, samples: veil.samples, coverage: [1, 2]) == nil)
        #expect(Cropping(width: 2, height: 1, x: 1).process(veil).coverage == [127, 0])
        #expect(Resizing(width: 1, height: 1).process(veil).coverage == [127])
        let blurred = Blurring(radius: 1).process(veil)
        let shares = try #require(blurred.coverage)
        #expect(shares[0] < 255 && shares[0] > shares[1] && shares[1] > shares[2] && shares[2] > 0)
        // Black on white is as dark as its coverage.
        #expect(zip(Self.reds(blurred), shares).allSatisfy { abs(255 - Int($0) - Int($1)) <= 2 })
    }

    @Test func `tinting colours opaque pixels and leaves transparent ones alone`() throws {
        let tinted = Tinting(red: 200, green: 0, blue: 0, share: 1).process(try Self.veil())
        #expect(tinted.coverage == [255, 127, 0])
        #expect(tinted.samples == [200, 0, 0, 228, 128, 128, 255, 255, 255])
    }
}
