/// One resource record.
package struct DNSRecord: Hashable, Sendable {
    package var name: DNSName
    package var type: DNSRecordType
    package var space: UInt16
    /// How long the record may be cached, in seconds.
    package var timeToLive: UInt32
    /// As on the wire. A compressed name in it is valid only within its own message.
    package var data: [UInt8]

    package init(
        _ name: DNSName,
        _ type: DNSRecordType,
        space: UInt16 = DNSQuestion.internet,
        timeToLive: UInt32,
        data: [UInt8]
    ) {
        self.name = name
        self.type = type
        self.space = space
        self.timeToLive = timeToLive
        self.data = data
    }

    /// A record with an address.
    package init(_ name: DNSName, address: IPAddress, timeToLive: UInt32) {
        self.init(name, address.isV4 ? .a : .aaaa, timeToLive: timeToLive, data: address.octets)
    }
}
