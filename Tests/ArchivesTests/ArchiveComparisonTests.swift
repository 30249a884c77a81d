import HTTP
import Testing

@testable import Archives

struct ArchiveComparisonTests {
    private func entry(
        _ path: String,
        _ status: Int = 200,
        _ content: String = "body",
        fields: [HTTPField] = []
    ) -> ArchiveEntry {
        var response = ArchiveResponse(status: status)
        response.content = Array(content.utf8)
        response.decodedBytes = content.utf8.count
        response.fields = fields
        let request = ArchiveRequest(method: "GET", url: "http://a.test/\(path)")
        return ArchiveEntry(started: 0, request: request, response: response)
    }

    private func differences(
        _ before: [ArchiveEntry],
        _ after: [ArchiveEntry]
    ) -> [[ArchiveComparison.Difference]] {
        ArchiveComparison(HTTPArchive(entries: before), HTTPArchive(entries: after)).pairs
            .map(ArchiveComparison.differences)
    }

    @Test func `equal sessions do not differ, even with requests reordered`() {
        let (one, two) = (entry("1"), entry("2"))
        #expect(differences([one, two], [two, one]) == [[], []])
    }

    @Test func `repeated requests are compared in order`() {
        let found = differences([entry("1"), entry("1", 304, "")], [entry("1"), entry("1"), entry("1")])
        #expect(found == [[], [.status(304, 200), .content(0, 4)], [.added]])
    }

    @Test func `reports missing and added requests`() {
        #expect(differences([entry("1")], [entry("2")]) == [[.missing], [.added]])
    }

    @Test func `compares the bytes of bodies, not only their size`() {
        #expect(differences([entry("1")], [entry("1", 200, "BODY")]) == [[.content(4, 4)]])
    }

    @Test func `compares field names without case, and ignores dates`() {
        let before = [
            HTTPField(name: "ETag", value: "1"), HTTPField(name: "Date", value: "then"),
            HTTPField(name: "Vary", value: "a"), HTTPField(name: "Vary", value: "b"),
        ]
        let after = [
            HTTPField(name: "etag", value: "2"), HTTPField(name: "date", value: "now"),
            HTTPField(name: "vary", value: "a, b"), HTTPField(name: "X", value: "new"),
        ]
        #expect(
            differences([entry("1", fields: before)], [entry("1", fields: after)]) == [
                [.field("etag", before: "1", after: "2"), .field("x", before: nil, after: "new")]
            ]
        )
    }
}
