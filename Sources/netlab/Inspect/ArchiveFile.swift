import Archives
import Compression
import LinuxIO
import Wire

/// An HTTP archive that the command line names, plain or compressed.
enum ArchiveFile {
    private static let chunkBytes = 1 << 20
    /// Enough to find the first sign behind a mark and some space.
    private static let beginning = 4096

    /// By its name, or by its first sign: captures begin with none that JSON has.
    static func isArchive(_ path: String) -> Bool {
        guard path != "-", WholeFile.exists(path), !Folder.exists(path) else { return false }
        if [".har", ".har.gz", ".har.zst"].contains(where: path.lowercased().hasSuffix) { return true }
        // What is read from a pipe could not be read again.
        guard let file = try? FileReader(path), (try? file.status().isRegular) == true,
            let bytes = try? file.bytes(beginning)
        else { return false }
        var start: [UInt8] = []
        if let decompressor = CompressedFormat(firstBytes: bytes.span.bytes)?.decompressor() {
            _ = decompressor.receive(bytes.span.bytes) { unpacked in
                start.append(copying: unpacked)
                return start.count < beginning
            }
        } else {
            start = bytes
        }
        let ignored: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0x20, 0x0A, 0x0D, 0x09]
        return start.first { !ignored.contains($0) } == UInt8(ascii: "{")
    }

    /// Reads an archive piece by piece. Damaged parts become findings.
    static func read(_ path: String) throws(CommandFailure) -> ArchiveSurvey {
        var intake = ArchiveIntake()
        let isDamaged: Bool
        do throws(SystemCallError) {
            isDamaged = try read(path, into: &intake)
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
        into intake: inout ArchiveIntake
    ) throws(SystemCallError) -> Bool {
        let file = try FileReader(path)
        var chunk = [UInt8](repeating: 0, count: chunkBytes)
        var decompressor: (any Decompressor)?
        var isFirst = true
        while true {
            let count = try file.read(into: &chunk)
            if count == 0 { return decompressor.map { !$0.isAtEnd } ?? false }
            let bytes = chunk.span.bytes.extracting(0..<count)
            if isFirst { decompressor = CompressedFormat(firstBytes: bytes)?.decompressor() }
            isFirst = false
            guard let decompressor else {
                intake.receive(Array(chunk[..<count]))
                continue
            }
            let isWhole = decompressor.receive(bytes) { unpacked in
                var piece: [UInt8] = []
                piece.append(copying: unpacked)
                intake.receive(piece)
                return true
            }
            if !isWhole { return true }
        }
    }
}
