import Experiments
import LinuxIO
import Programs

/// The folders of the scenarios that `netlab run` has finished, in their order.
///
/// Main thread only. In a guest they are also noted in a file, for the program outside.
final class FinishedRuns {
    private(set) var roots: [String] = []

    func add(_ root: String) {
        roots.append(root)
        MadeRuns().note(root)
        guard let place = GuestOverrides.own?.finished else { return }
        // Without this file the host knows of no runs, and says so.
        try? WholeFile.append(place, Array("\(root)\n".utf8))
    }
}
