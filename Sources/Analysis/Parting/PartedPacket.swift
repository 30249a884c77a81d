package import LinkModel
import Runs
package import Theory
package import Wire

/// One packet of a run or of its simulation, in numbers that both share: positions count from the start of each stream.
package struct PartedPacket: Hashable, Sendable {
    package var identity: PacketIdentity
    package var at: Instant
    package var bytes: Int
    package var flags: TCPHeader.Flags
    package var sequence: Int
    package var payload: Int
    package var acknowledged: Int
    /// The window that it offers, in bytes; a SYN's is not compared.
    package var window: Int
    package var fate: LinkFate
    /// When it left the line; nil if it never did.
    package var left: Instant?
    /// The simulated sender right after it.
    package var sender: SimulatedSenderState?

    package var end: Int { sequence + payload }

    /// What the two differ in.
    package enum Difference: String, Hashable, Sendable, CaseIterable {
        /// The other one carries other bytes of the stream, or has other flags.
        case content
        /// It acknowledges other bytes.
        case acknowledgement
        /// It is of another size, for its options.
        case size
        case time
        /// The line treated it otherwise.
        case fate
        /// Only one of the two has it.
        case missing
    }

    private static let compared: TCPHeader.Flags = [.syn, .fin, .rst]

    /// nil if they are alike, up to that difference of time.
    func difference(from other: PartedPacket, within time: Nanoseconds) -> Difference? {
        let kinds = (flags.intersection(Self.compared), other.flags.intersection(Self.compared))
        if kinds.0 != kinds.1 || sequence != other.sequence || payload != other.payload { return .content }
        if acknowledged != other.acknowledged { return .acknowledgement }
        if bytes != other.bytes { return .size }
        if abs(at - other.at) > time { return .time }
        return fate == other.fate ? nil : .fate
    }
}
