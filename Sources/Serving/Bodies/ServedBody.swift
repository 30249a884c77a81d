package import LinuxIO

/// A response's content: pieces of memory and of open files, one after another. Memory is shared with its
/// maker, never copied for a request.
package struct ServedBody: Hashable, Sendable {
    package enum Piece: Hashable, Sendable {
        case memory(ArraySlice<UInt8>)
        /// The range must lie within the file: if the file became shorter, the connection breaks off.
        case file(SharedFile, Range<Int>)

        package var count: Int {
            switch self {
            case .memory(let bytes): bytes.count
            case .file(_, let range): range.count
            }
        }

        /// At most `count` of its bytes from `offset` on.
        package func part(from offset: Int, atMost count: Int) -> Piece {
            switch self {
            case .memory(let bytes): .memory(bytes.dropFirst(offset).prefix(count))
            case .file(let file, let range): .file(file, range.dropFirst(offset).prefix(count))
            }
        }
    }

    package private(set) var pieces: [Piece] = []
    /// Bytes in all.
    package private(set) var count = 0

    package init() {}

    package init(_ bytes: [UInt8]) {
        append(.memory(bytes[...]))
    }

    package init(_ text: String) {
        self.init(Array(text.utf8))
    }

    package init(_ file: SharedFile, _ range: Range<Int>) {
        append(.file(file, range))
    }

    /// Some of its bytes, without copying.
    package func part(_ range: Range<Int>) -> ServedBody {
        var part = ServedBody()
        var start = 0
        for piece in pieces {
            let wanted = range.clamped(to: start..<start + piece.count)
            part.append(piece.part(from: wanted.lowerBound - start, atMost: wanted.count))
            start += piece.count
        }
        return part
    }

    /// All of it in memory. Fewer bytes than `count` if a file became shorter.
    package func bytes() throws(SystemCallError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for piece in pieces {
            switch piece {
            case .memory(let part): bytes += part
            case .file(let file, let range): bytes += try file.bytes(in: range)
            }
        }
        return bytes
    }

    package mutating func append(_ piece: Piece) {
        guard piece.count > 0 else { return }
        pieces.append(piece)
        count += piece.count
    }

    package mutating func append(_ bytes: [UInt8]) {
        append(.memory(bytes[...]))
    }
}
