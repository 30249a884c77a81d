/// What is sent to a request for parts.
package enum RangeSelection: Hashable, Sendable {
    /// 206: one part as it is, several as `multipart/byteranges`. None is empty and none overlaps another.
    case parts([Range<Int>])
    /// 200
    case whole
    /// 416, with a `Content-Range` that says only the length.
    case unsatisfiable
}
