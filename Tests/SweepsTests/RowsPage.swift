import Foundation

/// What `docs/rows.md` says of columns.
struct RowsPage {
    /// What is not about captures, and what is.
    enum Part: Int {
        case cells, captures
    }

    /// Names in the first columns of tables.
    let columns: Set<String>
    let text: String

    init(_ part: Part) throws {
        let page = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
                path: "../../docs/rows.md"
            ),
            encoding: .utf8
        )
        text = page.components(separatedBy: "\n# Rows of captures\n")[part.rawValue]
        var columns = Set<String>()
        for line in text.split(separator: "\n") where line.hasPrefix("| `") {
            columns.formUnion(
                line.split(separator: "|")[0].split(separator: "`")
                    .filter { !$0.contains(" ") && !$0.contains(",") }.map(String.init)
            )
        }
        self.columns = columns
    }
}
