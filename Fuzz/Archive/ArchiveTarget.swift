import Archives
import FuzzSupport
import Recordings
import ScenarioFormat

/// Any bytes as an HTTP archive: rejected with a reason, or a recording whose replay is a valid scenario.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzArchive(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let recording: Recording
    do throws(ArchiveError) {
        recording = try Recording(HTTPArchive(parsing: bytes(data, count)))
    } catch {
        demand(!error.description.isEmpty, "refused without a reason")
        return 0
    }
    let replay = ReplayScenario(recording, name: "fuzzed")
    guard !replay.isEmpty else { return 0 }
    let fixtures = Dictionary(replay.fixtures.map { ($0.path, $0.bytes) }) { first, _ in first }
    demand(fixtures.count == replay.fixtures.count, "two files of one name")
    let files = ScenarioFiles { path, _ throws(ScenarioFileProblem) in
        guard let bytes = fixtures[path] else { throw ScenarioFileProblem("there is no such file") }
        return bytes
    }
    do throws(ScenarioError) {
        _ = try ScenarioLoader.load(text: Array(replay.text.utf8), file: "replay.yaml", files: files)
    } catch {
        demand(false, "a replay that does not load: \(error)\n\(replay.text)")
    }
    return 0
}
