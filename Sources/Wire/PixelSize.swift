/// Width and height of an image: `4000x3000`.
package struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// nil unless the text is two whole numbers with an x between them.
    package init?(_ text: some StringProtocol) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let width = Self.side(String(sides[0])),
            let height = Self.side(String(sides[1]))
        else { return nil }
        self.init(width: width, height: height)
    }

    /// Number of pixels; the largest integer on overflow.
    package var area: Int {
        let (area, overflows) = width.multipliedReportingOverflow(by: height)
        return overflows ? .max : area
    }

    package var longestSide: Int { max(width, height) }

    package var description: String { "\(width)x\(height)" }

    private static func side(_ text: String) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }
}
