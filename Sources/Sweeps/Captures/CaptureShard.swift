import Compression
import JSON
import LinuxIO
import Wire

/// The rows of one capture, in a file.
package struct CaptureShard: Hashable, Sendable {
    private static let chunkBytes = 1 << 20
    private static let lineFeed = UInt8(ascii: "\n")

    package let path: String

    init(_ path: String) {
        self.path = path
    }

    /// The row about its reading; nil if there is no shard, or it is damaged.
    package var reading: CaptureReadingRow? {
        var front: [UInt8] = []
        let hasRow = try? visit { piece in
            front += piece
            return !front.contains(Self.lineFeed)
        }
        guard hasRow != nil, let end = front.firstIndex(of: Self.lineFeed),
            let json = try? JSONValue(parsing: Array(front[..<end]))
        else { return nil }
        return CaptureReadingRow(json: json)
    }

    /// True if it has all rows of this capture, as it is now.
    package func isFinished(_ capture: NamedCapture) -> Bool {
        guard !capture.identity.isEmpty, let reading else { return false }
        return reading.identity == capture.identity && reading.outcome != .failed
    }

    /// Hands out all rows, in pieces of whole ones. False if it is torn or damaged: then it has handed out none.
    func read(_ take: (SplitRows) throws(SweepError) -> Void) throws(SweepError) -> Bool {
        // Its checksum comes last, and rows that were passed on cannot be taken back.
        guard (try? visit { _ in true }) == true else { return false }
        var rest: [UInt8] = []
        var failure: SweepError?
        let isWhole = try? visit { piece in
            rest += piece
            guard rest.count > Self.chunkBytes, let end = rest.lastIndex(of: Self.lineFeed) else {
                return true
            }
            do throws(SweepError) {
                guard let rows = SplitRows(Array(rest[...end])) else { return false }
                try take(rows)
            } catch {
                failure = error
                return false
            }
            rest.removeSubrange(...end)
            return true
        }
        if let failure { throw failure }
        guard isWhole == true else { return false }
        guard !rest.isEmpty else { return true }
        guard let rows = SplitRows(rest) else { return false }
        try take(rows)
        return true
    }

    /// Unpacks the file until `piece` wants no more. True if it was whole.
    private func visit(_ piece: ([UInt8]) -> Bool) throws(SystemCallError) -> Bool {
        let file = try FileReader(path)
        guard let decompressor = CompressedFormat.zstd.decompressor() else { return false }
        while true {
            let bytes = try file.bytes(Self.chunkBytes)
            if bytes.isEmpty { return decompressor.isAtEnd }
            let shouldContinue = decompressor.receive(bytes.span.bytes) { unpacked in
                var copy: [UInt8] = []
                copy.append(copying: unpacked)
                return piece(copy)
            }
            if !shouldContinue { return false }
        }
    }
}
