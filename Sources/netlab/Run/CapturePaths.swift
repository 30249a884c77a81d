import Experiments
import LinuxIO
import Runs

/// Capture files as arguments name them.
enum CapturePaths {
    /// A run, by its folder or as `last`, stands for what its client's host saw; several runs for what each of them did.
    static func of(_ argument: String) throws(CommandFailure) -> [String] {
        guard RunReference.isMeant(by: argument) else { return [argument] }
        let name = Artifact.clientCapture.fileName
        var paths: [String] = []
        for run in try RunReference.named(argument) {
            let path = "\(run)/\(name)"
            guard WholeFile.exists(path) else {
                throw CommandFailure.invalidFile(
                    "\(run): error: this folder has no \(name), as that of a run has"
                )
            }
            paths.append(path)
        }
        return paths
    }

    /// The same where one capture is wanted.
    static func one(_ argument: String) throws(CommandFailure) -> String {
        let paths = try of(argument)
        guard let path = paths.first, paths.count == 1 else {
            throw CommandFailure.invalidFile(
                "\(argument): error: this folder has \(paths.count) runs: name one of them",
                advice: paths.first
            )
        }
        return path
    }
}
