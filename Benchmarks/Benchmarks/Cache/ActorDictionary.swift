import CacheClient

/// A dictionary that an actor guards: every question is a hop.
actor ActorDictionary {
    private let images: [String: CachedImage]

    init(_ images: [String: CachedImage]) {
        self.images = images
    }

    func image(for key: String) -> CachedImage? { images[key] }
}
