/// What came of one picture that was made ahead.
public enum PicturePrefetchOutcome: Hashable, Sendable {
    /// This cache had it already, as it is to be shown.
    case skipped(ImageResponse.Tier)
    /// It was made, of its image from the origin or from a cache, and is where the pipeline keeps such pictures.
    case made
    /// It was not.
    case failed(PictureError)
}
