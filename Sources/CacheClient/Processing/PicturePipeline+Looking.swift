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
        guard client.habits != nil else { return completion(nil) }
        let key = PictureGoal(request, of: self).key
        client.findTier(of: key, isInMemory: { pictures.contains(key, at: $0) }, completion: completion)
    }

    /// Removes a picture from memory and disk, not the image that it was made of: no load that begins after this finds it.
    public func remove(_ request: PictureRequest) {
        forget(PictureGoal(request, of: self))
    }
}
