import Capture
import Experiments
package import Inspection
import LinuxIO
package import Programs
package import Recordings

/// The input of an import: an HTTP archive or a capture, distinguished by the first byte.
package enum ImportSource {
    private static let byteOrderMark: UInt8 = 0xEF

    /// `keys` is the text of a TLS key log, which decrypts a capture.
    package static func read(
        _ path: String,
        keys: [UInt8],
        limits: InspectionLimits
    ) throws(CommandFailure) -> Recording {
        guard path != "-" else { return try capture(path, keys, limits) }
        let file = try CapturePaths.one(path)
        let beginning: [UInt8]
        do {
            beginning = try WholeFile.read(file, limit: 64)
        } catch {
            throw CommandFailure.invalidFile("\(path): error: \(error)")
        }
        let first = beginning.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        let isArchive = first == UInt8(ascii: "{") || first == byteOrderMark
        return isArchive ? Recording(try ArchiveReading.read(file)) : try capture(file, keys, limits)
    }

    private static func capture(
        _ path: String,
        _ keys: [UInt8],
        _ limits: InspectionLimits
    ) throws(CommandFailure) -> Recording {
        let bodies = ReplayBodies()
        var options = ConversationOptions()
        options.keepsPackets = true
        options.keepsFields = true
        let inspection: CaptureInspection
        do {
            inspection = try CaptureReading.inspect(
                [path],
                keys: keys,
                limits: limits,
                options: options,
                bodies: bodies
            )
        } catch {
            throw CommandFailure.invalidFile("\(path): error: \(error)")
        }
        let fit = LineFit(inspection.log ?? PacketLog(), Array(inspection.flows))
        var recording = Recording(inspection, fit, contents: bodies.kept)
        if bodies.leftOut > 0 { recording.remarks.append(.tooLarge(bodies: bodies.leftOut)) }
        return recording
    }
}
