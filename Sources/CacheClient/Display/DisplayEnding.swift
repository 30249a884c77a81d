/// Why a caller's picture is not the one that is shown.
public enum DisplayEnding: Error, Hashable, Sendable {
    /// Another was asked for meanwhile, or the place was put to another use.
    case replaced
    /// There is none.
    case failed(PictureError)
}
