import Testing

@testable import HTTP

@Suite struct ContentRangeTests {
    @Test(
        arguments: [
            (ContentRange(0..<5, of: 10), "bytes 0-4/10"), (ContentRange(9..<10, of: nil), "bytes 9-9/*"),
            (ContentRange(unsatisfiedOf: 10), "bytes */10"), (ContentRange(unsatisfiedOf: 0), "bytes */0"),
        ]
    )
    func `a range round-trips`(range: ContentRange, text: String) {
        #expect(range.description == text)
        #expect(ContentRange(["Content-Range": text]) == range)
    }

    @Test(arguments: [
        "", "bytes", "bytes 0-4", "bytes */*", "bytes 4-0/10", "bytes 0-10/10", "bytes=0-4/10",
        "lines 0-4/10",
        "bytes 0-4/10 x", "bytes 0 - 4/10", "bytes -4/10", "bytes 0-/10", "bytes 0-4/", "bytes 0-4/-1",
        "bytes 0-99999999999999999999/*", "bytes */99999999999999999999", "bytes 0-4/10, bytes 5-9/10",
    ])
    func `rejects invalid ranges`(text: String) {
        #expect(ContentRange(["Content-Range": text]) == nil)
    }
}
