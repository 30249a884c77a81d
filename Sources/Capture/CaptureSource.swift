package import Compression
import LinuxIO
package import Wire

/// A capture that is read in pieces.
package struct CaptureSource: ~Copyable {
    /// Large enough to make calls cheap, and small enough for a processor's cache.
    private static let chunkBytes = 1 << 20

    private let file: FileReader
    private let unpacking: UnpackingBudget
    private var chunk = [UInt8](repeating: 0, count: chunkBytes)
    private var decoder = CaptureFileDecoder()
    private var decompressor: (any Decompressor)?
    private var hasBegun = false
    private var isOver = false
    /// The file unpacks to more than it may.
    private var isBomb = false
    /// Why the file could not be decompressed to its end.
    private var damage: CaptureFileFault?

    /// nil if this is a file, or all of standard input.
    private let input: StandardInput?

    /// Opens a file, or standard input if the path is `-`. What it unpacks to counts in `unpacking`.
    package init(
        _ path: String,
        from input: StandardInput? = nil,
        unpacking: UnpackingBudget = UnpackingBudget()
    ) throws(CaptureError) {
        self.unpacking = unpacking
        self.input = path == "-" ? input : nil
        do {
            file = try FileReader(path)
        } catch {
            throw CaptureError(.file, "the capture cannot be read: \(error)")
        }
    }

    /// Reads the next piece and hands out its packets; false once the file has ended.
    package mutating func next(
        secrets: (CaptureSecrets) -> Void,
        packet: (CapturedPacket, RawSpan) -> Void
    ) throws(CaptureError) -> Bool {
        guard !isOver else { return false }
        let count = try hasBegun ? read(at: 0) : begin()
        if count == 0 {
            end()
            return false
        }
        // Moved out while its bytes are borrowed.
        var chunk: [UInt8] = []
        swap(&chunk, &self.chunk)
        let isWhole = receive(chunk.span.bytes.extracting(0..<count), secrets, packet)
        swap(&chunk, &self.chunk)
        if !isWhole {
            damage = isBomb ? .packedTooFar(limit: unpacking.limit) : .packedDamage
            end()
        }
        return isWhole
    }

    /// Returns false if the bytes cannot be decompressed.
    private mutating func receive(
        _ bytes: RawSpan,
        _ secrets: (CaptureSecrets) -> Void,
        _ packet: (CapturedPacket, RawSpan) -> Void
    ) -> Bool {
        guard let decompressor else {
            decoder.receive(bytes, secrets: secrets, packet: packet)
            return true
        }
        return decompressor.receive(bytes) { unpacked in
            guard unpacking.take(unpacked.byteCount) else {
                isBomb = true
                return false
            }
            decoder.receive(unpacked, secrets: secrets, packet: packet)
            return true
        }
    }

    /// Detects compression by the first bytes, which a pipe may deliver one at a time.
    private mutating func begin() throws(CaptureError) -> Int {
        hasBegun = true
        let begun = input?.begun ?? []
        var count = begun.count
        chunk.replaceSubrange(0..<min(count, chunk.count), with: begun)
        while count < 4 {
            let more = try read(at: count)
            if more == 0 { break }
            count += more
        }
        unpacking.grow(reading: min(begun.count, count))
        decompressor = CompressedFormat(firstBytes: chunk.span.bytes.extracting(0..<count))?.decompressor()
        return count
    }

    private mutating func read(at offset: Int) throws(CaptureError) -> Int {
        if let input, !input.shouldContinue() { return 0 }
        do {
            let count = try file.read(into: &chunk, from: offset)
            unpacking.grow(reading: count)
            return count
        } catch {
            throw CaptureError(.file, "the capture cannot be read: \(error)")
        }
    }

    private mutating func end() {
        isOver = true
        if damage == nil, let decompressor, !decompressor.isAtEnd {
            damage = .packedCutOff
        }
        if let damage { decoder.note(damage) }
        decoder.finish()
    }

    /// Valid after the capture has ended.
    package var summary: CaptureFile.Summary {
        CaptureFile.Summary(
            format: decoder.format,
            interfaces: decoder.interfaces,
            packets: decoder.packets,
            dropped: decoder.dropped,
            findings: decoder.findings,
            names: decoder.names
        )
    }
}
