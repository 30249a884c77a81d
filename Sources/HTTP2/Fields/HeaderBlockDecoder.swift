internal import CNghttp2
package import HTTP

/// Unpacks the header blocks of one direction of a connection, in order: each changes the table that the next
/// one uses. It belongs to one thread.
package final class HeaderBlockDecoder {
    /// Bytes that RFC 9113 adds for each field.
    private static let fieldOverhead = 32

    private let inflater: OpaquePointer
    private let fieldListLimit: Int

    /// `fieldListLimit` bounds the unpacked size of one block, counted as in RFC 9113: a few bytes may expand
    /// to very many.
    package init(fieldListLimit: Int = 1 << 20) throws(HTTP2Error) {
        var made: OpaquePointer?
        let code = nghttp2_hd_inflate_new(&made)
        guard code == 0, let made else {
            throw .cannotMake(what: "a header decompressor", reason: HTTP2Error.reason(Int(code)))
        }
        inflater = made
        self.fieldListLimit = fieldListLimit
    }

    deinit {
        nghttp2_hd_inflate_del(inflater)
    }

    /// Maximum table size from here on, as this direction's receiver stated it (4096 by default).
    package func setTableSize(_ size: Int) throws(HTTP2Error) {
        let code = nghttp2_hd_inflate_change_table_size(inflater, size)
        guard code == 0 else { throw .headerBlock(reason: HTTP2Error.reason(Int(code))) }
    }

    /// The fields of a whole block, including pseudo-fields. After an error the decoder is unusable.
    package func decode(_ block: ArraySlice<UInt8>) throws(HTTP2Error) -> HTTPFields {
        var fields = HTTPFields()
        var size = 0
        let error: HTTP2Error? = block.withUnsafeBufferPointer { bytes in
            var place = 0
            while true {
                var entry = nghttp2_nv()
                var flags: Int32 = 0
                let start = bytes.baseAddress.map { $0 + place }
                let taken = nghttp2_hd_inflate_hd2(inflater, &entry, &flags, start, bytes.count - place, 1)
                guard taken >= 0 else { return .headerBlock(reason: HTTP2Error.reason(taken)) }
                place += taken
                if flags & Int32(NGHTTP2_HD_INFLATE_EMIT.rawValue) != 0 {
                    size += entry.namelen + entry.valuelen + Self.fieldOverhead
                    guard size <= fieldListLimit else { return .fieldListTooLarge(limit: fieldListLimit) }
                    fields.append(
                        Self.text(entry.name, entry.namelen),
                        Self.text(entry.value, entry.valuelen)
                    )
                }
                if flags & Int32(NGHTTP2_HD_INFLATE_FINAL.rawValue) != 0 { break }
            }
            nghttp2_hd_inflate_end_headers(inflater)
            return nil
        }
        if let error { throw error }
        return fields
    }

    private static func text(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> String {
        HTTPText.string(Array(UnsafeBufferPointer(start: bytes, count: count))[...])
    }
}
