package import Logs

extension ImageSource {
    /// True where no network was touched.
    package var isLocal: Bool {
        self == .memory || self == .disk
    }

    /// True where the bytes came out of a cache, a 304 having confirmed them or not.
    package var isCached: Bool {
        isLocal || self == .revalidated
    }
}
