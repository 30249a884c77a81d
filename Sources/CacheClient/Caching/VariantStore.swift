internal import HTTP
internal import LinuxIO
internal import Wire

/// Variants made from images, such as pictures, kept on a client's disk beside them under their own keys.
final class VariantStore: Sendable {
    private let cache: TieredCache
    private let state: ClientState
    private let log: LoadLog

    init(_ cache: TieredCache, _ state: ClientState, _ log: LoadLog) {
        self.cache = cache
        self.state = state
        self.log = log
    }

    /// Whether the cached image, or a variant made from it, may be used.
    func verdict(
        on value: some CachedValue,
        in tier: ImageResponse.Tier,
        for request: ImageRequest,
        _ settings: PreparedConfiguration
    ) -> HitJudge.Verdict {
        settings.judge.verdict(
            on: value,
            in: tier,
            for: request,
            fields: settings.fields(for: request),
            now: log.wall
        )
    }

    /// Looks on disk for a variant of the image; `found` is called on the disk's thread, with nil if none is
    /// usable. Returns false, without a call, if the disk is not to be read.
    func read(
        _ key: String,
        of request: ImageRequest,
        _ settings: PreparedConfiguration,
        found: @escaping @Sendable (CachedImage?, HitJudge.Verdict) -> Void
    ) -> Bool {
        guard settings.policy.usesDisk, !request.options.skipsDisk else { return false }
        return cache.read(key, request) { [self] image in
            let judged = image.map { verdict(on: $0, in: .disk, for: request, settings) } ?? .absent
            found(judged == .absent ? nil : image, judged)
        }
    }

    /// Notes that the origin confirmed the variant's image.
    func confirm(_ key: String, etag: String?, by confirmation: Confirmation) {
        guard state.settingsWhileOpen?.policy.usesDisk == true else { return }
        cache.disk.confirm(key, etag: etag, by: confirmation, at: log.wall)
    }

    /// Stores a variant as the image itself would be stored; `completion` is called when that is done, on any
    /// thread. `key` is the image's own if it stores the image itself.
    func store(
        _ made: CachedImage,
        _ key: String,
        of request: ImageRequest,
        completion: @escaping @Sendable () -> Void
    ) {
        let wall = log.wall
        let lifetime = request.disk.lifetime(at: wall)
        let isTaken = cache.disk.store(made, for: key, at: wall, lifetime: lifetime) { _ in completion() }
        if !isTaken { completion() }
    }
}
