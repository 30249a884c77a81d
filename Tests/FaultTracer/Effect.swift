import Glibc

/// What becomes of the chosen call.
enum Effect {
    /// It is not made, and fails with this error number.
    case fails(Int32)
    /// It is made for one byte: only reads and writes of files, pipes and byte streams.
    case isShort
    /// The program is killed in its place.
    case kills

    /// `short`, `kill`, or an error number.
    init?(_ word: String) {
        switch word {
        case "short": self = .isShort
        case "kill": self = .kills
        default:
            guard let number = Int32(word), number > 0 else { return nil }
            self = .fails(number)
        }
    }
}
