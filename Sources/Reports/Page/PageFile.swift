import Figures
import JSON
import PageParts

/// A page for a browser that is one file and needs no network: its data, its style and its scripts are in it.
struct PageFile {
    /// It may draw, and nothing else: no request leaves the page.
    private static let policy =
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

    var title: String
    /// Where the same figures stand, for a reader without scripts.
    var elsewhere: String
    /// In the order of their dependencies.
    var scripts: [[UInt8]]
    var data: JSONValue

    var bytes: [UInt8] {
        let style = [PageParts.colours, PackageResources.report_css].map {
            String(decoding: $0, as: UTF8.self)
        }
        let page = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
            <title>\(MarkupText.escaped(title))</title>
            <style>
            \(style.joined())</style>
            </head>
            <body>
            <main id="report"></main>
            <noscript><p>This page draws its tables and charts with a script. \(elsewhere)</p></noscript>
            <script type="application/json" id="data">\(Self.withoutTags(data.line))</script>
            <script type="module">
            \(ScriptBundle([PageParts.text] + scripts).text)</script>
            </body>
            </html>

            """
        return Array(page.utf8)
    }

    /// JSON that ends no element and begins no comment, whatever its texts are.
    private static func withoutTags(_ json: String) -> String {
        var text = ""
        text.reserveCapacity(json.utf8.count)
        for scalar in json.unicodeScalars {
            if scalar == "<" { text += "\\u003c" } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }
}
