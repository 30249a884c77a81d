import Experiments
import LinuxIO
package import Programs
import Runs

/// Capture files named by arguments.
package enum CapturePaths {
    /// A run's folder, or `last`, stands for the capture of its client's host; a folder of several runs
    /// stands for the captures of all. `last` also stands for the capture of a newer `netlab exec`.
    package static func of(_ argument: String) throws(CommandFailure) -> [String] {
        guard RunReference.isMeant(by: argument) else { return [argument] }
        if let capture = RunReference.capture(argument) { return [capture] }
        let name = Artifact.clientCapture.fileName
        var paths: [String] = []
        for run in try RunReference.named(argument) {
            let path = "\(run)/\(name)"
            guard WholeFile.exists(path) else {
                throw CommandFailure.invalidFile(
                    "\(run): error: this is not a run's folder: it has no \(name)"
                )
            }
            paths.append(path)
        }
        return paths
    }

    /// The capture of an argument that must name only one.
    static func one(_ argument: String) throws(CommandFailure) -> String {
        let paths = try of(argument)
        guard let path = paths.first, paths.count == 1 else {
            throw CommandFailure.invalidFile(
                "\(argument): error: this folder holds \(paths.count) runs: name one of them",
                advice: paths.first
            )
        }
        return path
    }
}
