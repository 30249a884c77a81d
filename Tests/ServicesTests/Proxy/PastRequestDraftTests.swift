import JSON
import Testing

@testable import Services

@Suite struct PastRequestDraftTests {
    private static func document(_ body: String?, coding: String? = nil, missing: String? = nil) -> JSONValue
    {
        [
            "text": "PUT http://a.test/\nA: b\n\n", "body": body.map { .string($0) } ?? nil,
            "bodyCoding": coding.map { .string($0) } ?? nil,
            "bodyMissing": missing.map { .string($0) } ?? nil,
        ]
    }

    @Test(arguments: [("YT0x", true), ("AP8=", false), ("/w==", false), ("", true)])
    func `a kept body is included, and shown if it is text`(_ body: String, _ isShown: Bool) {
        let draft = PastRequestDraft(Self.document(body), replacesBody: false)
        #expect(draft.lines == ["PUT http://a.test/", "A: b"])
        #expect(draft.body != nil && draft.showsBody == isShown && draft.missing == nil)
    }

    @Test func `a body in an unsupported coding stays encoded`() {
        let draft = PastRequestDraft(Self.document("AAEC", coding: "zip"), replacesBody: false)
        #expect(draft.lines.last == "Content-Encoding: zip" && draft.body == [0, 1, 2])
    }

    @Test func `a missing body is reported, unless it is replaced`() {
        let document = Self.document(nil, missing: "it was too long")
        let draft = PastRequestDraft(document, replacesBody: false)
        #expect(draft.body == nil && draft.missing == "it was too long")
        let replaced = PastRequestDraft(Self.document("AAEC", coding: "zip"), replacesBody: true)
        #expect(replaced.body == nil && replaced.missing == nil && replaced.lines.count == 2)
        #expect(PastRequestDraft(document, replacesBody: true).missing == nil)
    }
}
