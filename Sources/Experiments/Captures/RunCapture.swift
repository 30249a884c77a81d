import Capture
import Inspection
import LinkModel
import Runs

/// A capture that a run left in its folder.
enum RunCapture {
    /// What it shows, decrypted with the run's own secrets; nil on a line of byte streams, which has none.
    static func inspect(
        _ artifact: Artifact,
        of record: RunRecord,
        in folder: String,
        keepingFields: Bool = false
    ) throws(CaptureError) -> CaptureInspection? {
        guard record.link.mode == .packet else { return nil }
        var options = ConversationOptions()
        options.keepsFields = keepingFields
        let secrets = Array(record.tlsSecrets.joined(separator: "\n").utf8)
        return try CaptureReading.inspect(["\(folder)/\(artifact.fileName)"], keys: secrets, options: options)
    }
}
