import LinkModel

/// Loads the traces of one scenario, each once, however many combinations name it.
final class TraceLoader {
    /// Bounds the memory that a scenario may use.
    static let mostTraces = 32

    private let files: ScenarioFiles
    private var loaded: [String: Result<OpportunityTrace, TraceProblem>] = [:]

    init(_ files: ScenarioFiles) {
        self.files = files
    }

    /// The trace that the scenario names `name`. Its faults are reported with the trace's own line.
    func trace(_ name: String, repeats: Bool) throws(TraceProblem) -> OpportunityTrace {
        guard loaded[name] != nil || loaded.count < Self.mostTraces else {
            throw TraceProblem("a scenario has at most \(Self.mostTraces) traces")
        }
        let found = loaded[name] ?? read(name)
        loaded[name] = found
        var trace = try found.get()
        trace.repeats = repeats
        return trace
    }

    private func read(_ name: String) -> Result<OpportunityTrace, TraceProblem> {
        do throws(ScenarioFileProblem) {
            let text = try files.read(name, OpportunityTrace.mostBytes)
            return Result { () throws(TraceProblem) in
                try OpportunityTrace(name: name, text: text, repeats: true)
            }
        } catch {
            return .failure(TraceProblem("it cannot be read: \(error.message)"))
        }
    }
}
