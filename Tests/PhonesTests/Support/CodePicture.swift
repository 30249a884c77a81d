import Phones

/// A code's modules read back from its drawings, and a picture for programs that read codes.
struct CodePicture: Hashable {
    /// True is dark; every row has the same width.
    var rows: [[Bool]]

    init(rows: [[Bool]]) {
        self.rows = rows
    }

    /// The code itself with this many light modules around it.
    init(_ code: QRCode, quietZone: Int) {
        let sides = -quietZone..<code.size + quietZone
        rows = sides.map { row in sides.map { code.isDark(column: $0, row: row) } }
    }

    /// Half blocks, without the colours: two rows a line, of which the last may be one row too many.
    init(terminalText text: String, drawnIsDark: Bool) {
        rows = text.split(separator: "\n").flatMap { line in
            let blocks = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
            let drawn: [(Bool, Bool)] = blocks.map {
                switch $0 {
                case "\u{2588}": (true, true)
                case "\u{2580}": (true, false)
                case "\u{2584}": (false, true)
                default: (false, false)
                }
            }
            return [drawn.map { $0.0 == drawnIsDark }, drawn.map { $0.1 == drawnIsDark }]
        }
    }

    /// The bars of a path such as `M4 4h7v1h-7z`, each one module high.
    init(path: String, side: Int) {
        rows = Array(repeating: Array(repeating: false, count: side), count: side)
        for bar in path.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/) {
            guard let column = Int(bar.1), let row = Int(bar.2), let width = Int(bar.3) else { continue }
            for place in column..<column + width { rows[row][place] = true }
        }
    }

    /// A grey picture (PGM), each module a square of this many pixels.
    func portableGraymap(scale: Int) -> String {
        let width = (rows.first?.count ?? 0) * scale
        let lines = rows.map { row in
            row.map { Array(repeating: $0 ? "0" : "255", count: scale).joined(separator: " ") }
                .joined(separator: " ")
        }
        let pixels = lines.flatMap { Array(repeating: $0, count: scale) }
        return "P2\n\(width) \(rows.count * scale)\n255\n" + pixels.joined(separator: "\n") + "\n"
    }
}
