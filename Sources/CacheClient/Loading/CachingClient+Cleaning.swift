internal import LinuxIO

/// What leaves the caches by itself.
extension CachingClient {
    /// Removes what has expired, in memory when this returns, on disk behind the caller's back. A client does so of itself
    /// (`Configuration.cleansEvery`).
    public func clean() {
        memory.removeExpired(at: calendar.moment(clock.now()))
        disk.clean(at: calendar.wall)
        parts.clean(at: calendar.wall)
    }

    /// The files that leave the disk from now on because their time is over or others need the room, by the names that
    /// `fileName(for:)` tells: what the app removes, replaces or forgets, and what is damaged, is not among them.
    ///
    /// Each caller has a stream of its own, which ends with its task or with the client. Nothing waits for a listener, and
    /// where there is none nothing is noted.
    public func diskCleanings() -> AsyncStream<DiskCleaning> {
        disk.listeners.join()
    }

    /// The name, in a client's `diskFolder`, of the entry that the caches know by `cacheKey`: an image's URL unless its request
    /// said otherwise, a picture's `PictureRequest.cacheKey`. The SHA-256 of the key; the file is head and body in one, for
    /// clients alone to read.
    public static func fileName(for cacheKey: String) -> String {
        EntryName(of: cacheKey).text
    }
}
