extension QRCode {
    /// The code as a picture in SVG, one unit a module, on white. It has no size of its own, so a page chooses one.
    package var svg: String {
        let side = size + 2 * Self.quietZone
        var path = ""
        for row in 0..<size {
            for run in darkRuns(in: row) {
                path += "M\(run.lowerBound + Self.quietZone) \(row + Self.quietZone)"
                path += "h\(run.count)v1h-\(run.count)z"
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <rect width="\(side)" height="\(side)" fill="#fff"/><path d="\(path)"/></svg>

            """
    }

    /// The columns of neighbouring dark modules.
    private func darkRuns(in row: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for column in 0...size {
            if isDark(column: column, row: row) {
                start = start ?? column
            } else if let first = start {
                runs.append(first..<column)
                start = nil
            }
        }
        return runs
    }
}
