package import Experiments
import Testbed

/// What a benchmark receives: sessions that run experiments, and a recipient of its events.
package struct BenchmarkContext {
    private let makeSession: (ExperimentSettings) throws(ExperimentError) -> ExperimentSession
    private let tell: (BenchmarkEvent) -> Void

    /// `tell` is called on the benchmark's thread.
    package init(
        session makeSession: @escaping (ExperimentSettings) throws(ExperimentError) -> ExperimentSession,
        tell: @escaping (BenchmarkEvent) -> Void
    ) {
        self.makeSession = makeSession
        self.tell = tell
    }

    func session(_ settings: ExperimentSettings = ExperimentSettings()) throws(ExperimentError)
        -> ExperimentSession
    {
        try makeSession(settings)
    }

    func showProgress(_ text: String) {
        tell(.progress(text))
    }

    func clearProgress() {
        tell(.ended)
    }

    func note(_ text: String) {
        tell(.note(text))
    }

    func warn(_ text: String) {
        tell(.warning(text))
    }
}

extension ExperimentSettings {
    /// Packet mode only: byte streams would not benchmark TCP.
    static var packets: ExperimentSettings {
        var settings = ExperimentSettings()
        settings.line = .packets
        return settings
    }
}
