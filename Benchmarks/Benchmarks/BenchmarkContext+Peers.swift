import Experiments
import LinuxIO
import Reports

extension BenchmarkContext {
    /// The peers that are installed. Says which are not.
    func installed<Peer: CaseIterable & RawRepresentable<String>>(_ tool: (Peer) -> ToolRun?) -> [Peer] {
        Peer.allCases.filter { peer in
            if tool(peer) == nil { note("\(peer.rawValue) (left out): it is not installed") }
            return tool(peer) != nil
        }
    }

    /// Measures while no other run disturbs the machine; nil if interrupted. `subject` names what is measured in
    /// a sentence: `the origin`.
    func alone(
        _ subject: String,
        _ measure: (ExperimentSession) throws -> [BenchRow]?
    ) throws(ExperimentError) -> [BenchRow]? {
        let session = try session()
        guard let lock = try session.machineLock() else { return nil }
        defer { extendLifetime(lock) }
        DescriptorLimit.raise()
        do {
            return try measure(session)
        } catch let failure as ExperimentError {
            throw failure
        } catch {
            throw ExperimentError("\(subject) could not be measured: \(error)")
        }
    }
}
