import Runs

extension RunResult {
    /// The scenario's name, and what distinguishes this run from the others.
    var title: String { RunTitle(self).text }

    /// What distinguishes this run from the others of its matrix and repetitions; empty if it is the only
    /// one.
    var distinction: [String] { RunTitle(self).distinction }
}
