/// One record of a name.
package struct DNSRecord: Hashable, Sendable {
    package var name: DNSName
    package var type: DNSRecordType
    package var space: UInt16
    /// How long it may be kept, in seconds.
    package var timeToLive: UInt32
    /// As on the wire: a name in here may be compressed, and then means something in its own message only.
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

    /// The record of an IPv4 address, in host order.
    package init(_ name: DNSName, address: UInt32, timeToLive: UInt32) {
        var data: [UInt8] = []
        data.append(bigEndian: address)
        self.init(name, .a, timeToLive: timeToLive, data: data)
    }
}
