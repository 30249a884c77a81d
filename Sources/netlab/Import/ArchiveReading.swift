import Archives
import LinuxIO

/// Reads an HTTP archive that the command line names.
enum ArchiveReading {
    private static let most = 1 << 30

    static func read(_ path: String) throws(CommandFailure) -> HTTPArchive {
        let bytes: [UInt8]
        do {
            bytes = try WholeFile.read(path, limit: most)
        } catch {
            throw CommandFailure.invalidFile("\(path): error: \(error)")
        }
        do throws(ArchiveError) {
            return try HTTPArchive(parsing: bytes)
        } catch {
            throw CommandFailure.invalidFile("\(path): \(error)")
        }
    }
}
