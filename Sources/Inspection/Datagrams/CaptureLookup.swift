package import Wire

/// One DNS question and its answer.
package struct CaptureLookup: Hashable, Sendable {
    package var name: String
    package var type: DNSRecordType
    package var client: Endpoint
    package var server: Endpoint
    /// Number in the file of the packet with the question, or with the answer if the question is missing.
    package var packet: Int
    /// Nanoseconds since 1970; nil if the capture lacks it.
    package var asked: Int64?
    package var answered: Int64?
    /// When the same question was last asked again; nil if it was not, or if each was answered, so that none was lost.
    package var repeated: Int64?
    package var code: DNSResponseCode?
    /// The answer's addresses, in its order.
    package var addresses: [IPAddress] = []

    package init(
        name: String,
        type: DNSRecordType,
        client: Endpoint,
        server: Endpoint,
        packet: Int
    ) {
        self.name = name
        self.type = type
        self.client = client
        self.server = server
        self.packet = packet
    }

    package var duration: Int64? {
        guard let asked, let answered, answered >= asked else { return nil }
        return answered - asked
    }
}
