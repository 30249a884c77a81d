import Archives
import FuzzSupport
import Recordings
import ScenarioFormat

/// Any bytes as an HTTP archive: rejected with a reason, or a recording whose replay is a valid scenario. What is
/// read piece by piece is the same however it is cut.
package func fuzzArchive(_ bytes: [UInt8]) {
    readInPieces(bytes)
    let recording: Recording
    do throws(ArchiveError) {
        recording = try Recording(HTTPArchive(parsing: bytes))
    } catch {
        demand(!error.description.isEmpty, "refused without a reason")
        return
    }
    let replay = ReplayScenario(recording, name: "fuzzed")
    guard !replay.isEmpty else { return }
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
}

/// An archive's survey, or why there is none.
private func survey(of pieces: [ArraySlice<UInt8>]) -> Result<ArchiveSurvey, ArchiveError> {
    // Few enough that some entries are too large.
    var intake = ArchiveIntake(mostEntryBytes: 2048)
    for piece in pieces { intake.receive(Array(piece)) }
    return Result { () throws(ArchiveError) in try intake.finish() }
}

private func readInPieces(_ bytes: [UInt8]) {
    let whole = survey(of: [bytes[...]])
    demand(survey(of: pieces(of: bytes)) == whole, "another survey of the same bytes in pieces")
    guard case .success(let survey) = whole else { return }
    let numbers = survey.exchanges.map(\.number)
    demand(Set(numbers).count == numbers.count, "two exchanges of one number")
    demand(numbers.allSatisfy { $0 > 0 }, "an exchange that is no entry of the archive")
}
