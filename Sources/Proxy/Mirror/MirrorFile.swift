import Compression
import Forwarding
import HTTP
import LinuxIO

/// A response's body on its way to a mirror. It has its final name only when it is whole. It belongs to the
/// loop's thread, which waits for the disk.
final class MirrorFile {
    private let path: String
    private var writer: FileWriter
    private var isFinished = false
    /// nil if the body crosses as it is.
    private let decompressor: (any Decompressor)?

    /// Creates the folders and a file with another name. nil if the response is none to keep: only whole ones
    /// are, whose compression is known.
    init?(_ place: MirrorPlace, _ head: HTTPResponseHead) throws(SystemCallError) {
        guard head.status == 200 else { return nil }
        let coding = head.fields["Content-Encoding"].flatMap { $0.lowercased() == "identity" ? nil : $0 }
        decompressor = coding.flatMap { CompressedFormat(contentCoding: $0)?.decompressor() }
        guard coding == nil || decompressor != nil else { return nil }
        var folder = place.folder
        try Folder.make(folder, mode: 0o700)
        for name in place.names.dropLast() {
            folder += "/\(name)"
            try Folder.make(folder, mode: 0o700)
        }
        path = "\(folder)/\(place.names.last ?? "index")"
        writer = try FileWriter(path: "\(path).part")
    }

    deinit {
        if !isFinished { WholeFile.remove(partial) }
    }

    private var partial: String { "\(path).part" }

    func write(_ bytes: ArraySlice<UInt8>) throws(SystemCallError) {
        guard let decompressor else {
            return try writer.append(bytes.span.bytes)
        }
        // A few bytes may unpack to many: each piece is written before the next is made.
        var failure: SystemCallError?
        _ = decompressor.receive(bytes.span.bytes) { piece in
            do throws(SystemCallError) {
                try writer.append(piece)
            } catch {
                failure = error
            }
            return failure == nil
        }
        if let failure { throw failure }
    }

    /// The body is whole.
    func finish() throws(SystemCallError) {
        guard decompressor?.isAtEnd ?? true else { return }
        try writer.flush()
        try WholeFile.rename(partial, to: path)
        isFinished = true
    }
}
