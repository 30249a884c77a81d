/// A whole body without its content coding.
package enum ContentUnpacking {
    package enum Failure: Error, Hashable, Sendable {
        /// The coding is not known, or there are several.
        case unknown
        /// The bytes are damaged, or not whole.
        case damaged
        /// More than asked for.
        case tooLong
    }

    /// `coding` is the value of `Content-Encoding`; nil if there is none. A body without a byte is taken as it is.
    package static func unpacked(
        _ body: [UInt8],
        coding: String?,
        atMost most: Int
    ) throws(Failure) -> [UInt8] {
        guard let coding, coding.lowercased() != "identity", !body.isEmpty else { return body }
        guard let decompressor = CompressedFormat(contentCoding: coding)?.decompressor() else {
            throw .unknown
        }
        var bytes: [UInt8] = []
        let isWhole = decompressor.receive(body.span.bytes) { piece in
            piece.withUnsafeBytes { bytes.append(contentsOf: $0) }
            return bytes.count <= most
        }
        if bytes.count > most { throw .tooLong }
        guard isWhole, decompressor.isAtEnd else { throw .damaged }
        return bytes
    }
}
