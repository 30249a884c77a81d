/// The frame around a body's pieces where its length is not known ahead; the pieces' own bytes are left where they are.
package enum HTTP1Chunk {
    /// What stands behind a chunk's bytes.
    package static let end: [UInt8] = HTTPText.lineEnd

    /// What stands ahead of them. Leave empty pieces out: an empty chunk is the last.
    package static func head(size: Int) -> [UInt8] {
        Array(String(size, radix: 16).utf8) + end
    }

    /// What ends the body.
    package static func last(trailers: HTTPFields = HTTPFields()) -> [UInt8] {
        HTTP1Writer.head(startLine: "0", fields: trailers)
    }
}
