/// Messages between a keeper and the process that started it, one packet each.
enum KeeperMessage: Hashable, Sendable {
    /// To the keeper: send the program this signal.
    case signal(Int32)
    /// To the keeper: start the held program.
    case start
    /// From a keeper of something other than a program: it is in effect.
    case ready
    /// From the keeper: the program was stopped by this signal.
    case stopped(Int32)
    /// From the keeper: the program continued.
    case continued
    /// From the keeper: the program cannot be executed, with this error number. Nothing was started.
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

    /// nil if the bytes are not a message.
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
