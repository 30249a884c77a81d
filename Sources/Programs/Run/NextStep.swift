import Figures
import LinkModel
import LinuxIO
import Runs

/// What a reader does with a run next, by what is in its folder.
struct NextStep {
    private let result: RunResult
    private let folder: String

    init(_ result: RunResult, in folder: String) {
        self.result = result
        self.folder = folder
    }

    /// nil if the folder has nothing to read, as where there was no room for it.
    var text: String? {
        guard result.link.mode == .packet else {
            return "netlab doctor (packet mode has real TCP, and captures)"
        }
        if has(RunRecord.fileName) { return "netlab explain \(folder.quotedForShell)" }
        let capture = Artifact.clientCapture.fileName
        return has(capture) ? "netlab inspect \("\(folder)/\(capture)".quotedForShell)" : nil
    }

    private func has(_ name: String) -> Bool { WholeFile.exists("\(folder)/\(name)") }
}
