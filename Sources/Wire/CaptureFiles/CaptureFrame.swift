/// What the first bytes of a block say about its length.
enum CaptureFrame {
    /// Too few bytes to know; this many are enough.
    case incomplete(Int)
    case length(Int)
    case tooLong(Int)
    case damaged(CaptureFileFault)
}
