import Foundation
import TestSupport

/// Whether files can be read that a disturbed command left under their final names.
enum WalkedFiles {
    /// What is wrong with a file; nil if it is as it should be, or is not there. A killed program may have made it
    /// just before.
    static func fault(in path: String, after outcome: FaultScene.Outcome) throws -> String? {
        guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
        if bytes.isEmpty, outcome.report?.ending == .signal(SIGKILL) { return nil }
        let name = NSString(string: path).lastPathComponent
        let text = String(decoding: bytes, as: UTF8.self)
        switch NSString(string: path).pathExtension {
        case "json", "har": return isJSON(bytes) ? nil : "\(name) is no JSON"
        case "jsonl", "ndjson": return lineFault(text).map { "\(name) \($0)" }
        case "html": return text.hasSuffix("</html>\n") ? nil : "\(name) is not whole"
        case "yaml": return text.isEmpty ? "\(name) is empty" : nil
        case "pcapng": return try captureFault(path).map { "\(name): \($0)" }
        default: return nil
        }
    }

    private static func isJSON(_ bytes: Data) -> Bool {
        (try? JSONSerialization.jsonObject(with: bytes)) != nil
    }

    private static func lineFault(_ text: String) -> String? {
        if text.isEmpty { return "is empty" }
        if !text.hasSuffix("\n") { return "ends within a line" }
        let isWhole = text.split(separator: "\n").allSatisfy { isJSON(Data($0.utf8)) }
        return isWhole ? nil : "has a line that is no JSON"
    }

    private static func captureFault(_ path: String) throws -> String? {
        let seen = try Program(Netlab.path, ["inspect", path, "--json"]).run()
        return seen.status == 0 ? nil : seen.errors
    }
}
