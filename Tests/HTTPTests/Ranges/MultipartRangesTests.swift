import Testing

@testable import HTTP

@Suite struct MultipartRangesTests {
    @Test func `each part is delimited and states its range`() {
        let resource = Array("0123456789".utf8)
        let multipart = MultipartRanges([0..<2, 8..<10], of: 10, mediaType: "text/plain", seed: 1)
        var body: [UInt8] = []
        for part in multipart.parts { body += part.head + resource[part.place] }
        body += multipart.end
        let line = "--\(multipart.boundary)"
        #expect(
            String(decoding: body, as: UTF8.self) == """
                \r\n\(line)\r\nContent-Type: text/plain\r\nContent-Range: bytes 0-1/10\r\n\r\n01\
                \r\n\(line)\r\nContent-Type: text/plain\r\nContent-Range: bytes 8-9/10\r\n\r\n89\
                \r\n\(line)--\r\n
                """
        )
        #expect(multipart.contentLength == body.count)
        #expect(multipart.contentType == "multipart/byteranges; boundary=\(multipart.boundary)")
    }

    @Test func `boundaries are tokens that differ by seed`() {
        let boundaries = (0..<100).map { MultipartRanges([], of: 0, mediaType: nil, seed: $0).boundary }
        #expect(Set(boundaries).count == 100)
        #expect(boundaries.allSatisfy { $0.utf8.count <= 70 && HTTPText.isToken(ArraySlice($0.utf8)) })
    }
}
