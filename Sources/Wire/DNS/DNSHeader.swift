/// The first twelve bytes of every DNS message.
package struct DNSHeader: Hashable, Sendable {
    package static let length = 12
    /// Opcode of an ordinary query.
    package static let query: UInt8 = 0

    /// Chosen by the client and repeated in the answer.
    package var identifier: UInt16
    package var isResponse = false
    /// Four bits.
    package var opcode: UInt8 = query
    package var isAuthoritative = false
    package var isTruncated = false
    package var wantsRecursion = false
    package var offersRecursion = false
    /// Three bits that are zero, or used by DNSSEC.
    package var reserved: UInt8 = 0
    package var responseCode: DNSResponseCode = .noError
    package var questions: UInt16 = 0
    package var answers: UInt16 = 0
    package var authorities: UInt16 = 0
    package var additionals: UInt16 = 0

    package init(identifier: UInt16) {
        self.identifier = identifier
    }

    /// Reads the header of a message; nil if there are too few bytes.
    package init?(_ bytes: RawSpan) {
        guard let identifier = bytes.bigEndian16(at: 0), let flags = bytes.bigEndian16(at: 2),
            let questions = bytes.bigEndian16(at: 4), let answers = bytes.bigEndian16(at: 6),
            let authorities = bytes.bigEndian16(at: 8), let additionals = bytes.bigEndian16(at: 10)
        else { return nil }
        self.identifier = identifier
        isResponse = flags & 0x8000 != 0
        opcode = UInt8(truncatingIfNeeded: flags >> 11) & 0x0F
        isAuthoritative = flags & 0x0400 != 0
        isTruncated = flags & 0x0200 != 0
        wantsRecursion = flags & 0x0100 != 0
        offersRecursion = flags & 0x0080 != 0
        reserved = UInt8(truncatingIfNeeded: flags >> 4) & 0x07
        responseCode = DNSResponseCode(rawValue: UInt8(truncatingIfNeeded: flags))
        self.questions = questions
        self.answers = answers
        self.authorities = authorities
        self.additionals = additionals
    }

    package var encoded: [UInt8] {
        var flags = UInt16(opcode & 0x0F) << 11 | UInt16(reserved & 0x07) << 4
        if isResponse { flags |= 0x8000 }
        if isAuthoritative { flags |= 0x0400 }
        if isTruncated { flags |= 0x0200 }
        if wantsRecursion { flags |= 0x0100 }
        if offersRecursion { flags |= 0x0080 }
        flags |= UInt16(responseCode.rawValue)
        return [identifier, flags, questions, answers, authorities, additionals].flatMap {
            [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
        }
    }
}
