import Analysis
import Capture
import Inspection
import LinuxIO
import Runs

/// Capture files through the inspector.
enum CaptureReading {
    /// A run's folder stands for what its client's host saw.
    static func path(of argument: String) -> String {
        Folder.exists(argument) ? "\(argument)/\(Artifact.clientCapture.fileName)" : argument
    }

    static func inspect(_ path: String) throws(CaptureError) -> CaptureInspection {
        var inspector = CaptureInspector()
        let summary = try CaptureFile.read(path) { packet, bytes in inspector.receive(packet, bytes) }
        guard summary.format != nil else {
            throw CaptureError(.file, "this is no capture: neither pcapng nor pcap")
        }
        return inspector.finish()
    }

    /// What a host saw; nothing, with a warning, where its capture cannot be read.
    static func sightings(_ path: String, into console: Console) -> [CaptureSighting] {
        do {
            return try inspect(path).sightings
        } catch {
            console.warn("\(path) cannot be read: \(error)")
            return []
        }
    }
}
