import Compression
import Forwarding
import LinuxIO

/// A response's body on its way to a mirror. It has its final name only when it is whole. It belongs to the desk's
/// thread, which waits for the disk.
final class MirrorFile {
    /// A body that unpacks to more than this many bytes, and to more than this many times what came of it, is no copy of
    /// anything that a browser would show.
    private static let free = 16 << 20
    private static let ratio = 200

    private let path: String
    private let partial: String
    private var writer: FileWriter
    private var isFinished = false
    private var received = 0
    private var unpacked = 0
    /// nil if the body crosses as it is.
    private let decompressor: (any Decompressor)?

    /// Creates the folders and a file with another name, which `number` makes its own.
    init(_ place: MirrorPlace, _ format: CompressedFormat?, number: Int) throws(MirrorFailure) {
        decompressor = format?.decompressor()
        do throws(SystemCallError) {
            var folder = place.folder
            try Folder.make(folder, mode: 0o700)
            for name in place.names.dropLast() {
                folder += "/\(name)"
                try Folder.make(folder, mode: 0o700)
            }
            path = "\(folder)/\(place.names.last ?? "index")"
            partial = "\(path).\(number).part"
            writer = try FileWriter(path: partial)
        } catch {
            throw .system(error)
        }
    }

    deinit {
        if !isFinished { WholeFile.remove(partial) }
    }

    func write(_ bytes: [UInt8]) throws(MirrorFailure) {
        received += bytes.count
        guard let decompressor else { return try append(bytes.span.bytes) }
        let limit = max(Self.free, received * Self.ratio)
        // A few bytes may unpack to many: each piece is written before the next is made.
        var failure: MirrorFailure?
        _ = decompressor.receive(bytes.span.bytes) { piece in
            do throws(MirrorFailure) {
                unpacked += piece.byteCount
                guard unpacked <= limit else { throw .bomb(limit: limit) }
                try append(piece)
            } catch {
                failure = error
            }
            return failure == nil
        }
        if let failure { throw failure }
    }

    private func append(_ bytes: RawSpan) throws(MirrorFailure) {
        do throws(SystemCallError) {
            try writer.append(bytes)
        } catch {
            throw .system(error)
        }
    }

    /// The body is whole.
    func finish() throws(MirrorFailure) {
        guard decompressor?.isAtEnd ?? true else { return }
        do throws(SystemCallError) {
            try writer.flush()
            try WholeFile.rename(partial, to: path)
        } catch {
            throw .system(error)
        }
        isFinished = true
    }
}
