/// Framing for a body's pieces if its length is not known ahead. It does not touch the pieces' bytes.
package enum HTTP1Chunk {
    /// Follows a chunk's bytes.
    package static let end: [UInt8] = HTTPText.lineEnd

    /// Precedes a chunk's bytes. Leave out empty pieces: an empty chunk is the last one.
    package static func head(size: Int) -> [UInt8] {
        Array(String(size, radix: 16).utf8) + end
    }

    /// Ends the body.
    package static func last(trailers: HTTPFields = HTTPFields()) -> [UInt8] {
        HTTP1Writer.head(startLine: "0", fields: trailers)
    }
}
