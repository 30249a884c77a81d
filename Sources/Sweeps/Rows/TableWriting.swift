import Compression
import LinuxIO

/// A table while it is written: a part beside its place, which takes that place when it is whole.
struct TableWriting {
    /// Bytes that are written at once.
    private static let piece = 4 << 20

    private let place: String
    private let part: String
    /// What it holds, for errors.
    private let content: String
    private let packing: ZstdCompressor?
    private var pending: [UInt8] = []

    /// `part` is where it is written first.
    init(
        to place: String,
        by part: String? = nil,
        isPacked: Bool,
        holding content: String = "the tables"
    ) throws(SweepError) {
        self.place = place
        self.part = part ?? place + ".part"
        self.content = content
        packing = isPacked ? ZstdCompressor() : nil
        if isPacked, packing == nil {
            throw SweepError("\(content) cannot be packed: there is too little memory")
        }
        WholeFile.remove(self.part)
    }

    mutating func append(_ rows: [UInt8]) throws(SweepError) {
        pending += rows
        if pending.count > Self.piece { try flush(isLast: false) }
    }

    mutating func finish() throws(SweepError) {
        try flush(isLast: true)
        do throws(SystemCallError) {
            try WholeFile.rename(part, to: place)
        } catch {
            throw SweepError("\(content) cannot be written", error)
        }
    }

    private mutating func flush(isLast: Bool) throws(SweepError) {
        let bytes: [UInt8]
        do throws(CompressionError) {
            bytes = try packing?.compress(pending, isLast: isLast) ?? pending
        } catch {
            throw SweepError("\(content) cannot be packed: \(error)")
        }
        pending.removeAll(keepingCapacity: true)
        do throws(SystemCallError) {
            try WholeFile.append(part, bytes)
        } catch {
            throw SweepError("\(content) cannot be written", error)
        }
    }
}
