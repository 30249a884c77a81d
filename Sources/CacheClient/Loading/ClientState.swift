import Synchronization

/// A client's current settings, and whether it is shut down. A load keeps the settings it began with.
final class ClientState: Sendable {
    private struct State {
        var settings: PreparedConfiguration
        var isDiskOpen = false
        var isShutDown = false
    }

    private let state: Mutex<State>

    init(_ configuration: Configuration) {
        state = Mutex(State(settings: PreparedConfiguration(configuration)))
    }

    var settings: PreparedConfiguration { state.withLock { $0.settings } }

    /// nil once the client is shut down.
    var settingsWhileOpen: PreparedConfiguration? { state.withLock { $0.isShutDown ? nil : $0.settings } }

    /// The disk's folder does not change.
    func update(_ configuration: Configuration) {
        state.withLock { state in
            var configuration = configuration
            configuration.diskFolder = state.settings.configuration.diskFolder
            state.settings = PreparedConfiguration(configuration, after: state.settings)
        }
    }

    func shutDown() {
        state.withLock { $0.isShutDown = true }
    }

    /// True once: for the caller that must open the disk.
    func claimDisk(for configuration: Configuration) -> Bool {
        state.withLock { state in
            defer { state.isDiskOpen = state.isDiskOpen || configuration.policy.usesDisk }
            return configuration.policy.usesDisk && !state.isDiskOpen
        }
    }

    /// The claim failed: the next caller tries again.
    func unclaimDisk() {
        state.withLock { $0.isDiskOpen = false }
    }
}
