import JSON
import LinuxIO
import ScenarioFormat
import Scenarios
import TLS

/// A scenario in a sweep's folder: its text as given, and the files that its cells name, by their digests, so that a path
/// may lead anywhere.
final class KeptScenario {
    private static let textName = "scenario.yaml"
    private static let indexName = "files.json"
    private static let mostTextBytes = 16 << 20
    private static let mostIndexBytes = 64 << 20

    private let folder: String
    /// Digest of each path.
    private var index: [String: String] = [:]
    /// Contents that are still to be written, by digest.
    private var contents: [String: [UInt8]] = [:]

    init(in folder: String) {
        self.folder = folder
    }

    func add(_ inputs: [ScenarioInput]) {
        for input in inputs where index[input.path] == nil {
            let digest = Digest.sha256.text(of: input.bytes)
            index[input.path] = digest
            contents[digest] = input.bytes
        }
    }

    func write(_ text: [UInt8]) throws(SystemCallError) {
        try Folder.make(folder, mode: 0o700)
        for (digest, bytes) in contents { try WholeFile.write("\(folder)/\(digest)", bytes) }
        let members = index.sorted { $0.key < $1.key }.map {
            JSONValue.Member(key: $0.key, value: $0.value.json)
        }
        try WholeFile.write("\(folder)/\(Self.indexName)", Array(JSONValue.object(members).pretty.utf8))
        try WholeFile.write("\(folder)/\(Self.textName)", text)
    }

    func text() throws(SystemCallError) -> [UInt8] {
        try WholeFile.read("\(folder)/\(Self.textName)", limit: Self.mostTextBytes)
    }

    /// Files as the scenario names them.
    func files() -> ScenarioFiles {
        let folder = folder
        let index = try? JSONValue(
            parsing: WholeFile.read("\(folder)/\(Self.indexName)", limit: Self.mostIndexBytes)
        )
        return ScenarioFiles { path, limit throws(ScenarioFileProblem) in
            guard let digest = index?[path]?.text else {
                throw ScenarioFileProblem("the sweep's folder has no such file")
            }
            do throws(SystemCallError) {
                return try WholeFile.read("\(folder)/\(digest)", limit: limit + 1)
            } catch {
                throw ScenarioFileProblem(error.reason)
            }
        }
    }
}
