import JSON
import Testing

@Suite struct JSONDraftTests {
    private func text(_ draft: JSONDraft) -> (text: String, pieces: Int) {
        var (bytes, pieces): ([UInt8], Int) = ([], 0)
        draft.write {
            bytes += $0
            pieces += 1
        }
        return (String(decoding: bytes, as: UTF8.self), pieces)
    }

    private var inner: JSONDraft {
        .object([("list", .value([.integer(1), .integer(2)])), ("none", .elements(0) { _ in "x" })])
    }

    @Test(arguments: [0, 1, 3, 20_000])
    func `a draft is written like its value, at any length`(_ count: Int) {
        let draft: JSONDraft = .object([
            ("schema", "test/1"), ("empty", .object([])), ("inner", inner),
            ("many", .elements(count) { .value(["n": .integer(Int64($0)), "text": "a\nb"]) }),
            ("nested", .elements(2) { _ in inner }), ("last", .value(.null)),
        ])
        #expect(text(draft).text == draft.value.pretty)
        guard case .array(let many) = draft.value["many"] else {
            Issue.record("no array")
            return
        }
        #expect(many.count == count)
    }

    @Test func `a long draft is written in pieces`() {
        let draft: JSONDraft = .elements(20_000) { .value(["n": .integer(Int64($0))]) }
        #expect(text(draft).pieces > 3)
    }
}
