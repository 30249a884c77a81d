package import Experiments
import Testbed

/// What a benchmark is given: sessions that run experiments, and somebody to tell how it goes.
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
    /// On a line of packets, or not at all: what byte streams carry is no benchmark of TCP.
    static var packets: ExperimentSettings {
        var settings = ExperimentSettings()
        settings.line = .packets
        return settings
    }
}
