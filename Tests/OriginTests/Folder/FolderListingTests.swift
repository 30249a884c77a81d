import HTTP
import JSON
import Testing

@testable import Origin

@Suite struct FolderListingTests {
    private static let rows = [
        FolderListing.Row(name: "z", link: "z/", size: nil, modified: 0),
        FolderListing.Row(
            name: "<b>&\"\u{1B}",
            link: "%3Cb%3E",
            size: 1_234_567,
            modified: 1_700_000_000_000_000_000
        ),
        FolderListing.Row(name: "A", link: "A", size: 0, modified: 0),
    ]

    private func listing(_ target: String = "/a%20%3C/b/", isWhole: Bool = true) throws -> FolderListing {
        FolderListing(try FolderPath(target), rows: Self.rows, isWhole: isWhole)
    }

    @Test func `folders come first, then names in order`() throws {
        #expect(try listing().rows.map(\.link) == ["z/", "%3Cb%3E", "A"])
    }

    @Test func `the HTML page escapes all names and links to each parent folder`() throws {
        let page = try listing().html
        #expect(
            page.contains(#"<a href="%3Cb%3E">&lt;b&gt;&amp;&quot;\#u{FFFD}</a></td><td>1,234,567 B</td>"#)
        )
        #expect(page.contains("2023-11-14 22:13"))
        #expect(
            page.contains(#"<a href="/">/</a><a href="/a%20%3C/">a &lt;/</a><a href="/a%20%3C/b/">b/</a>"#)
        )
        #expect(page.contains(#"<a href="../">../</a>"#))
        #expect(!page.contains("<b>") && !page.contains("\u{1B}"))
        #expect(try !listing("/").html.contains("../"))
        #expect(try listing(isWhole: false).html.contains("More than 10,000"))
    }

    @Test func `the JSON document has the same entries`() throws {
        let json = try listing().json
        #expect(json["path"] == "/a </b/")
        guard case .array(let entries)? = json["entries"] else {
            Issue.record("no entries")
            return
        }
        #expect(entries[0]["type"] == "folder" && entries[0]["bytes"] == .null)
        #expect(entries[1]["type"] == "file" && entries[1]["bytes"] == .integer(1_234_567))
        #expect(entries[1]["modified"] == "2023-11-14T22:13:20.000Z")
    }

    private static let accepts: [(String?, Bool)] = [
        (nil, false), ("*/*", false), ("application/json", true),
        ("text/html, application/json;q=0.9", false),
        ("application/json, text/plain, */*", true), ("text/html;q=0.5, application/json", true),
        ("application/json;q=0", false),
    ]

    @Test(arguments: accepts)
    func `JSON is returned only if Accept prefers it`(accept: String?, isJSON: Bool) {
        var fields = HTTPFields()
        if let accept { fields.append("Accept", accept) }
        #expect(FolderListing.prefersJSON(fields) == isJSON)
    }
}
