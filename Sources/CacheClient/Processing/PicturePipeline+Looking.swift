internal import LinuxIO
internal import Wire

extension PicturePipeline {
    /// Which cache has the picture as it is to be shown, not expired: memory, if both have. Nothing is read and nobody asked,
    /// so that it may turn out damaged, or stale by its origin's word.
    nonisolated(nonsending) public func cachedTier(of request: PictureRequest) async -> ImageResponse.Tier? {
        await withCheckedContinuation { continuation in
            findTier(of: request) { continuation.resume(returning: $0) }
        }
    }

    /// The same: at once where memory tells, else on the disk's thread.
    func findTier(
        of request: PictureRequest,
        completion: @escaping @Sendable (ImageResponse.Tier?) -> Void
    ) {
        let key = PictureGoal(request, of: client).key
        guard let policy = client.habits?.policy else { return completion(nil) }
        let now = client.calendar.moment(client.clock.now())
        if policy.usesMemory, pictures.contains(key, at: now) { return completion(.memory) }
        guard policy.usesDisk else { return completion(nil) }
        let isTaken = client.disk.contains(key, at: client.calendar.wall) { completion($0 ? .disk : nil) }
        if !isTaken { completion(nil) }
    }
}
