package import Archives
import LinuxIO
import ScenarioFormat

/// Reads an HTTP archive that the command line names.
package enum ArchiveReading {
    package static let most = 1 << 30

    package static func read(_ path: String, most: Int = ArchiveReading.most) throws(CommandFailure)
        -> HTTPArchive
    {
        let bytes: [UInt8]
        do {
            bytes = try WholeFile.read(path, limit: most)
        } catch {
            throw CommandFailure.invalidFile("\(path): error: \(error)")
        }
        // Read in part it would seem to be cut off.
        guard bytes.count <= most else {
            throw CommandFailure.invalidFile(
                "\(path): error: the archive is larger than \(Quantity.text(bytes: most))"
            )
        }
        do throws(ArchiveError) {
            return try HTTPArchive(parsing: bytes)
        } catch {
            throw CommandFailure.invalidFile("\(path): \(error)")
        }
    }
}
