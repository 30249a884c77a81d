import CacheClient

/// A dictionary guarded by an actor: every lookup is a hop.
actor ActorDictionary {
    private let images: [String: CachedImage]

    init(_ images: [String: CachedImage]) {
        self.images = images
    }

    func image(for key: String) -> CachedImage? { images[key] }
}
