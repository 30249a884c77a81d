import Forwarding
import HTTP
import Testing

@Suite struct JoinedPartsTests {
    private func part(
        _ range: String,
        tag: String? = "\"a\"",
        _ fields: HTTPFields = [:],
        for request: HTTPFields = [:],
        at second: Int64 = 0
    ) -> StoredResponse {
        var fields = fields
        fields["Content-Range"] = "bytes \(range)"
        fields["ETag"] = tag
        let moment = second * 1_000_000_000
        return StoredResponse(
            request: request,
            status: 206,
            fields: fields,
            requestedAt: moment,
            respondedAt: moment
        )
    }

    /// What is stored, and what can be made of it: the range, then each part's index and the bytes that it gives.
    @Test(
        arguments: [
            (["0-4/10", "5-9/10"], ["bytes 0-9/10: 0 0..<5, 1 0..<5"]),
            (["5-9/10", "0-4/10"], ["bytes 0-9/10: 1 0..<5, 0 0..<5"]),
            (["0-4/10", "3-7/10"], ["bytes 0-7/10: 0 0..<5, 1 2..<5"]),
            (["0-9/20", "3-7/20", "8-12/20"], ["bytes 0-12/20: 0 0..<10, 2 2..<5"]),
            (["0-4/*", "5-9/*"], ["bytes 0-9/*: 0 0..<5, 1 0..<5"]),
            (
                ["0-1/20", "10-11/20", "2-3/20", "12-19/20"],
                [
                    "bytes 0-3/20: 0 0..<2, 2 0..<2", "bytes 10-19/20: 1 0..<2, 3 0..<8",
                ]
            ),
            (["0-4/10", "6-9/10"], []), (["0-4/10", "5-9/11"], []), (["0-4/10", "5-9/*"], []),
            (["0-4/10"], []), (["0-4/10", "2-3/10"], []), ([], []), (["0-4/10", "*/10"], []),
        ] as [([String], [String])]
    )
    func `contiguous parts are joined`(_ ranges: [String], _ expected: [String]) {
        let told = JoinedParts.all(in: ranges.map { part($0) }).map { joined in
            let pieces = joined.pieces.map { "\($0.index) \($0.content)" }.joined(separator: ", ")
            return "\(joined.response.fields["Content-Range"] ?? ""): \(pieces)"
        }
        #expect(told == expected)
    }

    @Test(arguments: [nil, "W/\"a\"", "\"b\"", "a"] as [String?])
    func `parts are joined only if a strong tag proves the same state`(_ tag: String?) {
        #expect(JoinedParts.all(in: [part("0-4/10"), part("5-9/10", tag: tag)]).isEmpty)
        #expect(JoinedParts.all(in: [part("0-4/10", tag: tag), part("5-9/10")]).isEmpty)
        let isStrong = tag == "\"b\""
        #expect(
            JoinedParts.all(in: [part("0-4/10", tag: tag), part("5-9/10", tag: tag)]).isEmpty != isStrong
        )
    }

    @Test func `parts of different variants are not joined`() {
        let one = part("0-4/10", ["Vary": "Accept"], for: ["Accept": "a"])
        let other = part("5-9/10", ["Vary": "Accept"], for: ["Accept": "b"])
        let same = part("5-9/10", ["Vary": "Accept"], for: ["Accept": "a"])
        #expect(JoinedParts.all(in: [one, other]).isEmpty)
        #expect(JoinedParts.all(in: [one, other, same]).map(\.response.request) == [["Accept": "a"]])
    }

    @Test func `fields of the latest part win, and missing fields are kept from earlier parts`() throws {
        let early = part("0-4/10", ["Content-Type": "a/b", "Cache-Control": "max-age=9", "Age": "7"], at: 1)
        let late = part("5-9/10", ["Cache-Control": "max-age=5"], at: 3)
        for stored in [[early, late], [late, early]] {
            let joined = try #require(JoinedParts.all(in: stored).first).response
            #expect(joined.fields["Cache-Control"] == "max-age=5" && joined.fields["Content-Type"] == "a/b")
            #expect(joined.fields.values("Content-Length") == ["10"] && !joined.fields.has("Age"))
            #expect(joined.respondedAt == 3_000_000_000 && joined.status == 206 && joined.hasWhole)
        }
    }

    @Test(
        arguments: [
            ("0-9/10", "0-4/10", true), ("0-4/10", "0-4/10", true), ("2-5/10", "0-4/10", false),
            ("0-4/10", "5-9/10", false), ("0-4/10", "5-9/11", true),
        ]
    )
    func `a new part supersedes parts that it contains or cannot be joined with`(
        _ new: String,
        _ old: String,
        _ isLast: Bool
    ) {
        #expect(part(new).supersedes(part(old)) == isLast)
        #expect(part(new).supersedes(part(old, tag: "\"b\"")))
        #expect(part(new, tag: nil).supersedes(part(old, tag: nil)))
        #expect(!part(new).supersedes(StoredResponse(fields: [:], requestedAt: 0, respondedAt: 0)))
        #expect(StoredResponse(fields: [:], requestedAt: 0, respondedAt: 0).supersedes(part(old)))
    }
}
