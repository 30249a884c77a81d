/// What the guest's first process is told while the program runs, a line each.
enum GuestLetter: Hashable, Sendable {
    /// A signal for the program.
    case signal(Int32)
    /// To be answered at once.
    case ping

    var line: String {
        switch self {
        case .signal(let number): "signal \(number)\n"
        case .ping: "ping\n"
        }
    }

    /// nil where the line is none.
    init?(line: some StringProtocol) {
        let words = line.split(separator: " ")
        switch words.first {
        case "ping": self = .ping
        case "signal":
            guard words.count == 2, let number = Int32(words[1]) else { return nil }
            self = .signal(number)
        default: return nil
        }
    }
}
