import Wire

/// The label of a fixture: white letters on a dark plate in its middle.
struct FixtureLabel: Sendable {
    /// Plate and letters cover at most about a third of the picture.
    private static let share = (width: 7, height: 5)
    /// Space between letters and around them.
    private static let gap = 1
    /// Maximum length of a name; its beginning is left out.
    private static let longestLine = 28

    /// Side of a letter's pixel.
    let scale: Int
    let columns: Range<Int>
    let rows: Range<Int>
    /// One value for each pixel of the letters, row by row.
    private let lit: [Bool]
    private let cells: PixelSize

    /// Shows as many of the lines as fit, from the first; nil if not even one fits.
    init?(_ lines: [String], on size: PixelSize) {
        let lines = lines.map { String($0.suffix(Self.longestLine)) }
        for count in stride(from: lines.count, to: 0, by: -1) {
            let shown = Array(lines[..<count])
            let cells = Self.cells(shown)
            let scale = min(
                size.width * Self.share.width / 10 / cells.width,
                size.height * Self.share.height / 10 / cells.height
            )
            guard scale >= 1 else { continue }
            self.scale = scale
            self.cells = cells
            lit = Self.lit(shown, cells)
            let left = (size.width - cells.width * scale) / 2
            let top = (size.height - cells.height * scale) / 2
            columns = left..<left + cells.width * scale
            rows = top..<top + cells.height * scale
            return
        }
        return nil
    }

    /// Draws the label's part of this row of the picture.
    func paint(_ row: Int, into samples: UnsafeMutableBufferPointer<UInt8>) {
        guard rows.contains(row) else { return }
        let start = (row - rows.lowerBound) / scale * cells.width
        var place = columns.lowerBound * 3
        for cell in start..<start + cells.width {
            let value: UInt8 = lit[cell] ? 255 : 24
            for _ in 0..<scale * 3 {
                samples[place] = value
                place += 1
            }
        }
    }

    private static func cells(_ lines: [String]) -> PixelSize {
        let longest = lines.map(\.count).max() ?? 0
        return PixelSize(
            width: gap + longest * (PixelFont.width + gap),
            height: gap + lines.count * (PixelFont.height + gap)
        )
    }

    private static func lit(_ lines: [String], _ cells: PixelSize) -> [Bool] {
        var lit = [Bool](repeating: false, count: cells.area)
        for (number, line) in lines.enumerated() {
            let top = gap + number * (PixelFont.height + gap)
            for (column, letter) in line.enumerated() {
                let left = gap + column * (PixelFont.width + gap)
                for (y, bits) in PixelFont.rows(letter).enumerated() {
                    for x in 0..<PixelFont.width {
                        lit[(top + y) * cells.width + left + x] =
                            bits >> UInt8(PixelFont.width - 1 - x) & 1 == 1
                    }
                }
            }
        }
        return lit
    }
}
