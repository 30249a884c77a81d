/// Decompresses a stream piece by piece; any input is safe. Each belongs to one thread.
package protocol Decompressor: AnyObject {
    /// Decompresses the next bytes and hands out the result in pieces of at most 64 KiB, while `output`
    /// returns true. False if the bytes are damaged or nobody wants more: the decompressor is then unusable.
    func receive(_ bytes: RawSpan, _ output: (RawSpan) -> Bool) -> Bool

    /// True if a stream has ended and nothing followed it.
    var isAtEnd: Bool { get }
}
