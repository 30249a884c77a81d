extension HTTPRequestHead {
    /// `GET ` and ` HTTP/1.` as numbers, the first characters in the lowest bytes.
    private static let get: UInt32 = 0x20_54_45_47
    private static let version: UInt64 = 0x2E_31_2F_50_54_54_48_20

    /// Reads a head of the usual form in one pass and returns it with its end: complete, `GET` of a path by
    /// HTTP/1.1, its fields spelt as they are stored. nil for any other: reading line by line understands it
    /// or reports its fault.
    static func usual(
        _ bytes: [UInt8],
        from start: Int,
        _ limits: HTTP1Limits
    ) -> (head: HTTPRequestHead, end: Int)? {
        guard let line = usualLine(bytes, from: start),
            line.end - start <= min(limits.startLine, limits.head)
        else { return nil }
        guard let (fields, end) = HTTPFields.usual(bytes, from: line.end, atMost: limits.fields),
            end - start <= limits.head
        else { return nil }
        let target = String(decoding: bytes[line.target], as: UTF8.self)
        return (HTTPRequestHead(method: "GET", target: target, version: .http11, fields: fields), end)
    }

    private static func usualLine(
        _ bytes: [UInt8],
        from start: Int
    ) -> (target: Range<Int>, end: Int)? {
        let (span, raw) = (bytes.span, bytes.span.bytes)
        let first = start + 4
        guard first + 12 <= span.count,
            UInt32(littleEndian: raw.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt32.self))
                == get,
            span[first] == UInt8(ascii: "/")
        else { return nil }
        let last = HTTPText.endOfPlain(bytes, from: first, least: HTTPText.space + 1)
        guard last + 11 <= span.count,
            UInt64(littleEndian: raw.unsafeLoadUnaligned(fromUncheckedByteOffset: last, as: UInt64.self))
                == version
        else { return nil }
        // A target has no fragment.
        for place in first..<last where span[place] == UInt8(ascii: "#") { return nil }
        guard span[last + 8] == UInt8(ascii: "1"), span[last + 9] == HTTPText.carriageReturn,
            span[last + 10] == HTTPText.lineFeed
        else { return nil }
        return (first..<last, last + 11)
    }
}
