/// Messages to the guest's first process while the program runs, one per line.
enum GuestMessage: Hashable, Sendable {
    /// A signal for the program.
    case signal(Int32)

    var line: String {
        switch self {
        case .signal(let number): "signal \(number)\n"
        }
    }

    /// nil if the line is not a letter.
    init?(line: some StringProtocol) {
        let words = line.split(separator: " ")
        guard words.count == 2, words[0] == "signal", let number = Int32(words[1]) else { return nil }
        self = .signal(number)
    }
}
