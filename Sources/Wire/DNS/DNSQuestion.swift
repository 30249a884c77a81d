/// A question to a name server.
package struct DNSQuestion: Hashable, Sendable {
    package var name: DNSName
    package var type: DNSRecordType
    package var space: UInt16

    /// The class of internet names.
    package static let internet: UInt16 = 1
    /// Any class.
    package static let anySpace: UInt16 = 255

    package init(_ name: DNSName, _ type: DNSRecordType, space: UInt16 = internet) {
        self.name = name
        self.type = type
        self.space = space
    }

    package var encoded: [UInt8] {
        var bytes = name.encoded
        bytes.append(bigEndian: type.rawValue)
        bytes.append(bigEndian: space)
        return bytes
    }
}

extension DNSQuestion {
    /// The first question of a message, whatever follows it; nil if it is truncated or malformed.
    package init?(firstOf message: RawSpan) {
        var offset = DNSHeader.length
        self.init(message, at: &offset)
    }

    init?(_ bytes: RawSpan, at offset: inout Int) {
        guard let name = DNSName(bytes, at: &offset), let type = bytes.bigEndian16(at: offset),
            let space = bytes.bigEndian16(at: offset + 2)
        else { return nil }
        offset += 4
        self.init(name, DNSRecordType(rawValue: type), space: space)
    }
}
