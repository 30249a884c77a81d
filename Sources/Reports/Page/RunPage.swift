package import Analysis
import Figures
import JSON
import PageParts
package import Runs

/// A run as one page for a browser: it needs no network and no other file.
package struct RunPage {
    /// In the run's folder.
    package static let fileName = "report.html"
    /// It may draw, and nothing else: no request leaves the page.
    private static let policy =
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

    private let data: RunPageData

    /// `link` is the line's log, empty if it is not known.
    package init(_ explanation: RunExplanation, link: [LinkLogEntry]) {
        data = RunPageData(explanation, link: link)
    }

    package var bytes: [UInt8] {
        let style = [PageParts.colours, PackageResources.report_css].map {
            String(decoding: $0, as: UTF8.self)
        }
        let script = ScriptBundle([
            PageParts.text, PackageResources.charts_js, PackageResources.waterfall_js,
            PackageResources.sequence_js, PackageResources.report_js,
        ])
        let page = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
            <title>\(MarkupText.escaped(data.title))</title>
            <style>
            \(style.joined())</style>
            </head>
            <body>
            <main id="report"></main>
            <noscript><p>This page draws its tables and charts with a script. result.json beside it holds the same figures.</p></noscript>
            <script type="application/json" id="data">\(Self.withoutTags(data.json.line))</script>
            <script type="module">
            \(script.text)</script>
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
