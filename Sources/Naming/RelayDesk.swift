import LinuxIO
import Wire

/// The questions that were passed on and wait for another server's answer: who asked, and under which number.
///
/// Each goes out under a number of its own, which only its server can know. Whoever asks again is passed on to the next
/// server.
struct RelayDesk: Sendable {
    /// One question that was passed on.
    struct Inquiry: Hashable, Sendable {
        var peer: SocketAddress
        var identifier: UInt16
        var question: DNSQuestion
        var arrived: Instant
        /// How often it was asked before.
        var repeats = 0
    }

    /// Questions that wait at once; of more than that the newest is lost, as a datagram may be.
    static let mostWaiting = 1024
    /// Nobody waits longer for an answer; then the question's place is given away.
    static let patience: Nanoseconds = 30_000_000_000

    private let servers: [SocketAddress]
    private var waiting: [UInt16: Inquiry] = [:]

    init(servers: [SocketAddress]) {
        self.servers = servers
    }

    /// What to send, and to whom; nil where there is no room. `number` is one that nobody can guess.
    mutating func pass(
        _ query: [UInt8],
        of inquiry: Inquiry,
        as number: UInt16
    ) -> (bytes: [UInt8], server: SocketAddress)? {
        guard query.count >= DNSHeader.length, !servers.isEmpty else { return nil }
        var (inquiry, number) = (inquiry, number)
        let before = waiting.first { _, other in
            other.peer == inquiry.peer && other.identifier == inquiry.identifier
                && other.question == inquiry.question
        }
        if let before {
            number = before.key
            inquiry.repeats = before.value.repeats + 1
        } else {
            if waiting.count >= Self.mostWaiting {
                waiting = waiting.filter { inquiry.arrived - $0.value.arrived < Self.patience }
            }
            guard waiting.count < Self.mostWaiting else { return nil }
            while waiting[number] != nil { number &+= 1 }
        }
        waiting[number] = inquiry
        return (Self.numbered(query, number), servers[inquiry.repeats % servers.count])
    }

    /// The inquiry that an answer is for and what to send its asker; nil where it is for none, or not from a server.
    mutating func settle(
        _ answer: [UInt8],
        from server: SocketAddress
    ) -> (inquiry: Inquiry, bytes: [UInt8], code: DNSResponseCode)? {
        // What follows the question is the asker's to read.
        guard servers.contains(server), let header = DNSHeader(answer.span.bytes), header.isResponse,
            let inquiry = waiting[header.identifier],
            header.questions == 0 || DNSQuestion(firstOf: answer.span.bytes) == inquiry.question
        else { return nil }
        waiting[header.identifier] = nil
        return (inquiry, Self.numbered(answer, inquiry.identifier), header.responseCode)
    }

    private static func numbered(_ message: [UInt8], _ number: UInt16) -> [UInt8] {
        [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)] + message.dropFirst(2)
    }
}
