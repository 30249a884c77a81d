@testable import CacheClient

extension Configuration {
    /// Whatever else this machine does: neither how busy it is nor what it lacks in memory has a part in a test that does not
    /// ask for it.
    var undisturbed: Configuration {
        var configuration = self
        configuration.heedsMemoryPressure = false
        if timeout == Configuration().timeout { configuration.timeout = .seconds(600) }
        return configuration
    }
}
