package import Experiments

extension CommandFailure {
    package init(_ error: ExperimentError) {
        self.init(.failed, error.message, advice: error.advice)
        isOfBusyMachine = error.cause == .busyMachine
    }
}
