@testable import CacheClient

extension Configuration {
    /// Independent of the machine: its load and its lack of memory affect no test that does not ask for it.
    var undisturbed: Configuration {
        var configuration = self
        configuration.heedsMemoryPressure = false
        if timeout == Configuration().timeout { configuration.timeout = .seconds(600) }
        return configuration
    }
}
