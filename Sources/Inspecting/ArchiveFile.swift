import Archives
import Compression
import LinuxIO
package import Programs
import Wire

/// An HTTP archive that the command line names, plain or compressed.
package enum ArchiveFile {
    private static let chunkBytes = 1 << 20
    /// Larger than what precedes the first sign in any file that a program writes.
    private static let beginning = 4096

    /// By its name, or by its first sign. `input` is standard input, which `-` names.
    package static func isArchive(_ path: String, _ input: PipedInput? = nil) throws(CommandFailure) -> Bool {
        if path == "-", let input { return try input.isArchive() }
        guard WholeFile.exists(path), !Folder.exists(path) else { return false }
        if [".har", ".har.gz", ".har.zst"].contains(where: path.lowercased().hasSuffix) { return true }
        // What is read from a pipe could not be read again.
        guard let file = try? FileReader(path), (try? file.status().isRegular) == true,
            let bytes = try? file.bytes(beginning)
        else { return false }
        return ArchiveSign.isArchive(bytes) ?? false
    }

    /// Reads an archive piece by piece. Damaged parts become findings.
    static func read(_ path: String, _ input: PipedInput? = nil) throws(CommandFailure)
        -> ArchiveSurvey
    {
        var intake = ArchiveIntake()
        let isDamaged: Bool
        do throws(SystemCallError) {
            isDamaged = try read(path, path == "-" ? input : nil, into: &intake)
        } catch {
            throw CommandFailure.invalidFile("\(path): error: the archive cannot be read: \(error)")
        }
        do throws(ArchiveError) {
            return try intake.finish(isPackedDamage: isDamaged)
        } catch {
            throw CommandFailure.invalidFile("\(path): \(error)")
        }
    }

    /// Returns true if the file could not be decompressed to its end.
    private static func read(
        _ path: String,
        _ input: PipedInput?,
        into intake: inout ArchiveIntake
    ) throws(SystemCallError) -> Bool {
        let file = try FileReader(path)
        // What was read of a pipe to find out what it holds comes first.
        var bytes = input?.begun ?? []
        if bytes.isEmpty { bytes = try file.bytes(chunkBytes, while: input) }
        let decompressor = CompressedFormat(firstBytes: bytes.span.bytes)?.decompressor()
        while !bytes.isEmpty {
            guard let decompressor else {
                intake.receive(bytes)
                bytes = try file.bytes(chunkBytes, while: input)
                continue
            }
            let isWhole = decompressor.receive(bytes.span.bytes) { unpacked in
                var piece: [UInt8] = []
                piece.append(copying: unpacked)
                intake.receive(piece)
                return true
            }
            if !isWhole { return true }
            bytes = try file.bytes(chunkBytes, while: input)
        }
        return decompressor.map { !$0.isAtEnd } ?? false
    }
}

extension FileReader {
    /// The next bytes that there are; none at the end, or if standard input ends early.
    fileprivate func bytes(_ most: Int, while input: PipedInput?) throws(SystemCallError) -> [UInt8] {
        if let input, !input.shouldContinue() { return [] }
        var chunk = [UInt8](repeating: 0, count: most)
        let count = try read(into: &chunk)
        chunk.removeLast(most - count)
        return chunk
    }
}
