/// Finds the headers of frames in a stream of bytes, however they are cut. Pure.
struct FrameCursor {
    struct Header: Hashable {
        var kind: UInt8
        var flags: UInt8
        var stream: HTTP2StreamID
        /// Index of the first of its bytes among those received last; before them if it began earlier.
        var start: Int
    }

    private static let headerSize = 9

    /// Bytes before the next header: of the preface, or of a payload.
    private var left: Int
    private var header: [UInt8] = []

    init(after preface: Int) {
        left = preface
    }

    /// The next header that is complete within `bytes`, from `place` on, which moves behind it. nil if there is none:
    /// all bytes are passed then.
    mutating func next(in bytes: ArraySlice<UInt8>, from place: inout Int) -> Header? {
        let passed = min(left, bytes.endIndex - place)
        place += passed
        left -= passed
        guard left == 0 else { return nil }
        let taken = bytes[place...].prefix(Self.headerSize - header.count)
        let start = place - header.count
        header += taken
        place += taken.count
        guard header.count == Self.headerSize else { return nil }
        defer { header.removeAll(keepingCapacity: true) }
        left = header[..<3].reduce(0) { $0 << 8 | Int($1) }
        let stream = header[5...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        return Header(kind: header[3], flags: header[4], stream: HTTP2StreamID(stream), start: start)
    }
}
