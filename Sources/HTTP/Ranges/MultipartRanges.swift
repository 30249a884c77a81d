import Wire

/// The framing around several parts of one resource, `multipart/byteranges`, without the parts' own bytes.
///
/// The body is each part's `head` and its bytes in turn, then `end`.
package struct MultipartRanges: Hashable, Sendable {
    package struct Part: Hashable, Sendable {
        /// Precedes the part's bytes, beginning with the boundary.
        package let head: [UInt8]
        /// Its range in the resource.
        package let place: Range<Int>
    }

    package let boundary: String
    package let parts: [Part]
    package let end: [UInt8]

    /// `seed` makes the boundary. Use another for each response, so that no resource can contain the
    /// boundary.
    package init(_ places: [Range<Int>], of length: Int, mediaType: String?, seed: UInt64) {
        let digits = [seed, ~seed].map { String(SplitMix.mixed($0), radix: 36) }
        let boundary = "part-" + digits.joined()
        self.boundary = boundary
        parts = places.map { place in
            var fields: HTTPFields = [:]
            if let mediaType { fields.append("Content-Type", mediaType) }
            fields.append("Content-Range", "\(ContentRange(place, of: length))")
            // The line end before the boundary belongs to it.
            let head = [HTTPText.carriageReturn, HTTPText.lineFeed]
            return Part(
                head: head + HTTP1Writer.head(startLine: "--\(boundary)", fields: fields),
                place: place
            )
        }
        end = Array("\r\n--\(boundary)--\r\n".utf8)
    }

    /// For the response's own head; replaces the resource's type.
    package var contentType: String { "multipart/byteranges; boundary=\(boundary)" }

    /// Bytes of the whole body.
    package var contentLength: Int {
        parts.reduce(end.count) { $0 + $1.head.count + $1.place.count }
    }
}
