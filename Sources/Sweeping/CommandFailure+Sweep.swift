package import Programs
import ScenarioFormat
package import Sweeps

/// Turns a sweep's error into a command's failure.
package func told<Value: ~Copyable>(_ work: () throws(SweepError) -> Value) throws(CommandFailure) -> Value {
    do throws(SweepError) {
        return try work()
    } catch {
        throw CommandFailure(error)
    }
}

extension CommandFailure {
    package init(_ error: SweepError) {
        self.init(.failed, error.message, advice: error.advice)
    }

    package init(_ failure: SweepPlanFailure) {
        switch failure {
        case .scenario(let error): self = .invalidFile(error.description)
        case .folder(let error): self.init(error)
        }
    }
}
