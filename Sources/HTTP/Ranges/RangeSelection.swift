/// The response to a request for parts.
package enum RangeSelection: Hashable, Sendable {
    /// 206: one part unchanged, several as `multipart/byteranges`. No part is empty and none overlaps
    /// another.
    case parts([Range<Int>])
    /// 200
    case whole
    /// 416, with a `Content-Range` that states only the length.
    case unsatisfiable
}
