/// A TLS handshake as flights of bytes, from the client's first on, the two sides in turn; and what encryption adds.
package struct SimulatedSecurity: Hashable, Sendable {
    /// Bytes of each flight: the client's hello, the server's answer, and so on. The request goes out with the client's
    /// last flight or right behind it.
    package var flights: [Int]
    /// What the server sends behind the handshake without being asked: session tickets.
    package var tickets: Int
    /// Header, content type and tag of one record.
    package var recordOverhead: Int

    package init(flights: [Int], tickets: Int = 0, recordOverhead: Int = 22) {
        self.flights = flights
        self.tickets = tickets
        self.recordOverhead = recordOverhead
    }

    /// The most plain bytes of one record.
    package static let recordBytes = 16_384

    /// An alert that says that nothing more comes.
    static let farewell = 2

    /// A full handshake of TLS 1.3 with one certificate on a curve; the sizes are those of netlab's own origin and libcurl.
    package static let full13 = SimulatedSecurity(flights: [517, 886, 80], tickets: 510)
    /// The same, taken up again from a ticket; another one follows.
    package static let resumed13 = SimulatedSecurity(flights: [612, 254, 80], tickets: 255)
    package static let full12 = SimulatedSecurity(flights: [517, 761, 93, 51], recordOverhead: 29)
    package static let resumed12 = SimulatedSecurity(flights: [517, 156, 51], recordOverhead: 29)

    /// What opens a connection, and one that takes an earlier session up again.
    package static func handshakes(isOlder: Bool) -> (full: SimulatedSecurity, resumed: SimulatedSecurity) {
        isOlder ? (full12, resumed12) : (full13, resumed13)
    }

    /// What so many plain bytes are on the connection.
    package func bytes(_ plain: Int) -> Int {
        plain + (plain + Self.recordBytes - 1) / Self.recordBytes * recordOverhead
    }

    /// How many bytes must have come for the first `end` of `plain` bytes to be readable: a record opens as a whole.
    func readable(_ end: Int, of plain: Int) -> Int {
        let records = (end + Self.recordBytes - 1) / Self.recordBytes
        return bytes(min(plain, records * Self.recordBytes))
    }
}

extension SimulatedSecurity? {
    /// What so many plain bytes are on the connection; the same many where nothing is encrypted.
    func bytes(_ plain: Int) -> Int { self?.bytes(plain) ?? plain }
}
