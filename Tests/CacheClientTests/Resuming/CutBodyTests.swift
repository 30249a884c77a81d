import HTTP
import Testing

@testable import CacheClient

struct CutBodyTests {
    private static let begun = [UInt8](repeating: 1, count: 5000)

    private static func part(_ fields: HTTPFields, bytes: [UInt8] = begun, status: Int = 200) -> CutBody? {
        CutBody(bytes: bytes, head: CachedHead(status: status, fields: fields))
    }

    /// Expected `If-Range`; nil if nothing is kept.
    @Test(
        arguments: [
            (["ETag": "\"a\"", "Content-Length": "9000"], "\"a\""), (["ETag": "\"a\""], "\"a\""),
            (["ETag": "W/\"a\""], nil), (["ETag": "a"], nil), ([:], nil),
            (["ETag": "\"a\"", "Accept-Ranges": "none"], nil),
            (["ETag": "\"a\"", "Accept-Ranges": "bytes"], "\"a\""),
            (["ETag": "\"a\"", "Content-Length": "5000"], nil),
            (
                [
                    "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:38 GMT",
                ], "Sun, 06 Nov 1994 08:49:37 GMT"
            ),
            (
                [
                    "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
                ], nil
            ),
            (["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], nil),
            (
                [
                    "ETag": "W/\"a\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT",
                    "Date": "Sun, 06 Nov 1994 09:49:37 GMT",
                ], nil
            ),
        ] as [(HTTPFields, String?)]
    )
    func `only a body with a strong validator can be resumed`(fields: HTTPFields, condition: String?) {
        let part = Self.part(fields)
        #expect(part?.conditions["If-Range"] == condition)
        #expect(part?.conditions["Range"] == (condition == nil ? nil : "bytes=5000-"))
    }

    @Test func `discards bodies that are too short and those of error statuses`() {
        let fields: HTTPFields = ["ETag": "\"a\""]
        #expect(Self.part(fields, bytes: [UInt8](repeating: 1, count: CutBody.leastBytes - 1)) == nil)
        #expect(Self.part(fields, bytes: [UInt8](repeating: 1, count: CutBody.leastBytes)) != nil)
        #expect(Self.part(fields, status: 404) == nil)
    }

    /// The whole body has 9000 bytes; 5000 are held.
    @Test(
        arguments: [
            ("bytes 5000-8999/9000", 4000, nil, true), ("bytes 5000-8999/*", 4000, nil, true),
            ("bytes 5000-8999/9000", 4000, "\"a\"", true), ("bytes 5000-8999/9000", 4000, "\"b\"", false),
            ("bytes 5000-8999/9000", 4000, "W/\"a\"", false), ("bytes 5000-8999/9000", 3999, nil, false),
            ("bytes 5000-8999/9000", 4001, nil, false), ("bytes 5001-8999/9000", 3999, nil, false),
            ("bytes 0-8999/9000", 9000, nil, false), ("bytes 5000-8998/9000", 3999, nil, false),
            ("bytes 5000-9000/9001", 4001, nil, false), ("bytes */9000", 0, nil, false),
            ("items 5000-8999/9000", 4000, nil, false), ("", 4000, nil, false),
        ] as [(String, Int, String?, Bool)]
    )
    func `joins only a rest that fits to the byte`(range: String, count: Int, tag: String?, fits: Bool)
        throws
    {
        let part = try #require(Self.part(["ETag": "\"a\"", "Content-Length": "9000"]))
        var fields: HTTPFields = ["Content-Range": range]
        fields["ETag"] = tag
        let rest = [UInt8](repeating: 2, count: count)
        #expect(part.joined(with: rest, by: fields) == (fits ? Self.begun + rest : nil))
    }

    @Test func `a truncated rest with a matching range continues the body`() throws {
        let part = try #require(Self.part(["ETag": "\"a\"", "Content-Length": "9000"]))
        let fields: HTTPFields = ["Content-Range": "bytes 5000-8999/9000"]
        #expect(part.isContinued(by: fields))
        #expect(!part.isContinued(by: ["Content-Range": "bytes 4999-8999/9000"]))
        #expect(!part.isContinued(by: ["Content-Range": "bytes 5000-8999/9001"]))
    }
}
