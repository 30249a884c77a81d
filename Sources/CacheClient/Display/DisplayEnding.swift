/// Why a caller's picture is not shown.
public enum DisplayEnding: Error, Hashable, Sendable {
    /// Another picture was requested meanwhile, or the slot was cleared or cancelled.
    case replaced
    /// The picture could not be made.
    case failed(PictureError)
}
