package import Logs

extension ImageSource {
    /// True if the network was not used.
    package var isLocal: Bool {
        self == .memory || self == .disk
    }

    /// True if the bytes came from a cache, with or without confirmation by a 304.
    package var isCached: Bool {
        isLocal || self == .revalidated
    }
}
