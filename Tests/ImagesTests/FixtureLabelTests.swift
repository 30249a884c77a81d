import Fixtures
import Testing
import Wire

@testable import Images

@Suite struct FixtureLabelTests {
    /// The label as text: # for a lit pixel, a dot for the plate, a blank beside it; one character for each
    /// pixel of the letters.
    private static func drawn(_ lines: [String], _ width: Int, _ height: Int) throws -> [String] {
        let label = try #require(FixtureLabel(lines, on: PixelSize(width: width, height: height)))
        return stride(from: label.rows.lowerBound, to: label.rows.upperBound, by: label.scale).map { row in
            var samples = [UInt8](repeating: 100, count: width * 3)
            samples.withUnsafeMutableBufferPointer { label.paint(row, into: $0) }
            return String(
                stride(from: label.columns.lowerBound, to: label.columns.upperBound, by: label.scale).map {
                    samples[$0 * 3] == 255 ? "#" : "."
                }
            )
        }
    }

    @Test func `letters are drawn in whole pixels and centred`() throws {
        #expect(
            try Self.drawn(["7x", "-"], 60, 80) == [
                ".............",
                ".#####.#...#.",
                ".....#.#...#.",
                "....#...#.#..",
                "...#.....#...",
                "..#.....#.#..",
                "..#....#...#.",
                "..#....#...#.",
                ".............",
                ".............",
                ".............",
                ".............",
                ".#####.......",
                ".............",
                ".............",
                ".............",
                ".............",
            ]
        )
    }

    @Test func `larger images have larger letters, small ones fewer lines, tiny ones no label`() throws {
        let lines = ["cat.jpg", "seed 1 v1", "40x30"]
        func label(_ width: Int, _ height: Int) -> FixtureLabel? {
            FixtureLabel(lines, on: PixelSize(width: width, height: height))
        }
        #expect(label(4000, 3000)?.scale == 50)
        #expect(label(100, 60)?.rows.count == 25)
        #expect(label(70, 20)?.rows.count == 9)
        #expect(label(20, 20) == nil)
        #expect(label(1, 1) == nil)
    }

    @Test(arguments: "0123456789abcdefghijklmnopqrstuvwxyz./-_ ")
    func `every letter of a name has a distinct glyph`(letter: Character) {
        let others = "0123456789abcdefghijklmnopqrstuvwxyz./-_ ~".filter { $0 != letter }
        #expect(!others.contains { PixelFont.rows($0) == PixelFont.rows(letter) })
        #expect(PixelFont.rows(letter).count == PixelFont.height)
        #expect(PixelFont.rows(letter).allSatisfy { $0 < 1 << PixelFont.width })
    }

    @Test func `a fixture shows its name, seed, version and size`() throws {
        let shape = try FixtureShape(.png, .pixels(PixelSize(width: 300, height: 200)))
        let image = try ImageDecoder.decode(
            FixtureImage.make(shape, seed: 7, name: "cat.png", version: 2)
        )
        let lines = ["cat.png", "seed 7 v2", "300x200", "\(shape.bytes) b"]
        let label = try #require(FixtureLabel(lines, on: shape.pixels))
        for row in label.rows {
            let start = (row * 300) * 3
            let seen = Array(image.samples[start..<start + 900])
            var expected = seen
            expected.withUnsafeMutableBufferPointer { label.paint(row, into: $0) }
            #expect(seen == expected)
        }
    }
}
