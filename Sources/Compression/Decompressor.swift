/// Unpacks a stream of bytes piece by piece, whatever they are. Each belongs to one thread.
package protocol Decompressor: AnyObject {
    /// Unpacks the next bytes and hands out what they make, in pieces of at most 64 KiB, for as long as `output` answers
    /// true. False where they are damaged or nobody wants more: it is then of no more use.
    func receive(_ bytes: RawSpan, _ output: (RawSpan) -> Bool) -> Bool

    /// True where a stream has ended and nothing came behind it.
    var isAtEnd: Bool { get }
}
