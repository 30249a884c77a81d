import LinuxIO
import Wire

/// Questions that were passed on and wait for another server's answer: who asked, and under which number.
///
/// Each is sent under a number of its own, which only its server can know. A repeated question goes to the
/// next server.
struct PendingQuestions: Sendable {
    /// One question that was passed on.
    struct Inquiry: Hashable, Sendable {
        var peer: SocketAddress
        var identifier: UInt16
        /// As it was passed on.
        var question: DNSQuestion
        /// What was asked, if another question was passed on in its place.
        var synthesizes: DNSQuestion?
        var arrived: Instant

        /// What was asked.
        var original: DNSQuestion { synthesizes ?? question }
        /// Number of earlier attempts.
        var repeats = 0
    }

    /// Questions that may wait at once; a newer one is then lost, as a datagram may be.
    static let mostWaiting = 1024
    /// Nobody waits longer for an answer; afterwards the question's place is free again.
    static let patience: Nanoseconds = 30_000_000_000

    private let servers: [SocketAddress]
    private var waiting: [UInt16: Inquiry] = [:]

    init(servers: [SocketAddress]) {
        self.servers = servers
    }

    /// The message to send, and its server; nil if there is no room. `number` must be unpredictable.
    mutating func pass(
        _ query: [UInt8],
        of inquiry: Inquiry,
        as number: UInt16
    ) -> (bytes: [UInt8], server: SocketAddress)? {
        guard query.count >= DNSHeader.length, !servers.isEmpty else { return nil }
        var (inquiry, number) = (inquiry, number)
        let before = waiting.first { _, other in
            other.peer == inquiry.peer && other.identifier == inquiry.identifier
                && other.question == inquiry.question && other.synthesizes == inquiry.synthesizes
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

    /// The inquiry that an answer is for, and the message for its asker; nil if it belongs to none or is not
    /// from a server.
    mutating func settle(
        _ answer: [UInt8],
        from server: SocketAddress
    ) -> (inquiry: Inquiry, bytes: [UInt8], code: DNSResponseCode)? {
        // The asker reads everything after the question.
        guard servers.contains(server), let header = DNSHeader(answer.span.bytes), header.isResponse,
            let inquiry = waiting[header.identifier],
            header.questions == 0 || DNSQuestion(firstOf: answer.span.bytes) == inquiry.question
        else { return nil }
        waiting[header.identifier] = nil
        var answer = answer
        if let wanted = inquiry.synthesizes {
            guard let made = AddressSynthesis.answer(answer.span.bytes, to: wanted) else { return nil }
            answer = made
        }
        return (inquiry, Self.numbered(answer, inquiry.identifier), header.responseCode)
    }

    private static func numbered(_ message: [UInt8], _ number: UInt16) -> [UInt8] {
        [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)] + message.dropFirst(2)
    }
}
