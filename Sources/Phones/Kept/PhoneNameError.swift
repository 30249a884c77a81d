/// Why a text is no phone's name.
package enum PhoneNameError: Error, Hashable, Sendable, CustomStringConvertible {
    case wrongLength(Int)
    /// The place of the first one, counted from 1.
    case foreignCharacter(Int)
    case wrongStart

    package var description: String { "\(Self.rule); \(reason)" }

    private static let rule =
        "a phone's name has \(PhoneName.lengths.lowerBound) to \(PhoneName.lengths.upperBound) letters from a to z, "
        + "digits, '-', '_' and '.', and begins with a letter, a digit or '_'"

    private var reason: String {
        switch self {
        case .wrongLength(let count): "this one has \(count) bytes"
        case .foreignCharacter(let place): "character \(place) of this one does not fit"
        case .wrongStart: "the first character of this one does not fit"
        }
    }
}
