/// What stands around the chunks of a body.
enum HTTP1ChunkText {
    private static let lineEnd: [UInt8] = [13, 10]

    /// The end of the chunk before, if there is one, and the size of the next.
    static func sizeLine(_ size: Int, isFirst: Bool) -> [UInt8] {
        (isFirst ? [] : lineEnd) + String(size, radix: 16).utf8 + lineEnd
    }
}
