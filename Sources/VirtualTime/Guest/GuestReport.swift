/// Messages from the guest's first process to the outside, one per line.
enum GuestReport: Hashable, Sendable {
    /// The program has begun.
    case begun
    /// The program could not be started, for this reason.
    case refused(errno: Int32)
    /// The program has ended with this status: 128 + n if signal n ended it.
    case ended(Int32)

    var line: String {
        switch self {
        case .begun: "begun\n"
        case .refused(let errno): "refused \(errno)\n"
        case .ended(let status): "ended \(status)\n"
        }
    }

    /// nil if the line is not a report.
    init?(line: some StringProtocol) {
        let words = line.split(separator: " ", maxSplits: 2)
        let number = words.count > 1 ? Int64(words[1]) : nil
        switch (words.first, number) {
        case ("begun", _): self = .begun
        case ("refused", let errno?): self = .refused(errno: Int32(clamping: errno))
        case ("ended", let status?): self = .ended(Int32(clamping: status))
        default: return nil
        }
    }
}
