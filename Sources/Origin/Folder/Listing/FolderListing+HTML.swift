import Figures

extension FolderListing {
    /// One self-contained page.
    var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(MarkupText.escaped(path))</title>
        <style>
        body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
        h1 { font-size: 1.25rem; overflow-wrap: anywhere }
        table { border-collapse: collapse; width: 100% }
        th { text-align: left; font-weight: normal; opacity: .6 }
        td, th { padding: .15rem .75rem .15rem 0 }
        td:first-child { overflow-wrap: anywhere }
        td:nth-child(n+2), th:nth-child(n+2) { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
        a { text-decoration: none }
        a:hover { text-decoration: underline }
        </style>
        </head>
        <body>
        <h1>\(heading)</h1>
        <table>
        <tr><th>Name</th><th>Size</th><th>Changed (UTC)</th></tr>
        \(body)
        </table>
        \(footer)</body>
        </html>

        """
    }

    /// The path, with a link for each folder.
    private var heading: String {
        #"<a href="/">/</a>"#
            + steps.map { #"<a href="\#($0.link)">\#(MarkupText.escaped($0.name))/</a>"# }.joined()
    }

    private var body: String {
        let up = steps.isEmpty ? [] : [#"<tr><td><a href="../">../</a></td><td></td><td></td></tr>"#]
        return (up + rows.map(Self.row)).joined(separator: "\n")
    }

    private static func row(_ row: Row) -> String {
        let name = MarkupText.escaped(row.name) + (row.size == nil ? "/" : "")
        let size = row.size.map(ByteFormat.text) ?? ""
        let date = TimestampFormat.text(row.modified).prefix(16).replacing("T", with: " ")
        return #"<tr><td><a href="\#(row.link)">\#(name)</a></td><td>\#(size)</td><td>\#(date)</td></tr>"#
    }

    private var footer: String {
        if !isWhole {
            return "<p>More than \(ByteFormat.grouped(Self.limit)) entries: the rest is not shown.</p>\n"
        }
        return rows.isEmpty ? "<p>Nothing is in this folder.</p>\n" : ""
    }
}
