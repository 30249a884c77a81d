/// What a keeper and whoever started it tell each other, one packet of their socket each.
enum KeeperMessage: Hashable, Sendable {
    /// To the keeper: send the program this signal.
    case signal(Int32)
    /// To the keeper: start the program that was held back.
    case start
    /// From whoever keeps something else than a program: it is so.
    case ready
    /// From the keeper: the program was stopped by this signal.
    case stopped(Int32)
    /// From the keeper: the program goes on.
    case continued
    /// From the keeper: the program cannot be executed, for this error number. Nothing was started.
    case refused(Int32)

    var bytes: [UInt8] {
        switch self {
        case .signal(let number): [1, UInt8(truncatingIfNeeded: number)]
        case .stopped(let number): [2, UInt8(truncatingIfNeeded: number)]
        case .continued: [3, 0]
        case .refused(let errno): [4, UInt8(truncatingIfNeeded: errno)]
        case .start: [5, 0]
        case .ready: [6, 0]
        }
    }

    /// nil where the bytes are no message.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 2 else { return nil }
        let number = Int32(bytes[1])
        switch bytes[0] {
        case 1: self = .signal(number)
        case 2: self = .stopped(number)
        case 3: self = .continued
        case 4: self = .refused(number)
        case 5: self = .start
        case 6: self = .ready
        default: return nil
        }
    }
}
