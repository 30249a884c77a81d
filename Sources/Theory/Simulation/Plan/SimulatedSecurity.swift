/// A TLS handshake as byte flights that alternate between the sides, client first, and the overhead of
/// encryption.
package struct SimulatedSecurity: Hashable, Sendable {
    /// Bytes of each flight: the client's hello, the server's answer, and so on. The request goes out with
    /// the client's last flight or right after it.
    package var flights: [Int]
    /// Bytes of session tickets, which the server sends unasked after the handshake.
    package var tickets: Int
    /// Header, content type and authentication tag of one record.
    package var recordOverhead: Int

    package init(flights: [Int], tickets: Int = 0, recordOverhead: Int = 22) {
        self.flights = flights
        self.tickets = tickets
        self.recordOverhead = recordOverhead
    }

    /// Maximum plaintext bytes of one record.
    package static let recordBytes = 16_384

    /// Maximum plaintext bytes that the origin encrypts together.
    private static let flightBytes = 8 * recordBytes

    /// What comes before a record's plaintext bytes.
    private static let recordHeader = 5

    /// Bytes of a close alert.
    static let farewell = 2

    /// A full handshake of TLS 1.3 with one certificate on a curve; the sizes are those of netlab's own origin and libcurl.
    package static let full13 = SimulatedSecurity(flights: [517, 888, 80], tickets: 510)
    /// The same, resumed from a ticket; another ticket follows.
    package static let resumed13 = SimulatedSecurity(flights: [612, 256, 80], tickets: 255)
    package static let full12 = SimulatedSecurity(flights: [517, 761, 93, 51], recordOverhead: 29)
    package static let resumed12 = SimulatedSecurity(flights: [517, 156, 51], recordOverhead: 29)

    /// The origin's answer names the agreed protocol: `h2` is this much shorter than `http/1.1`.
    private static let shorterName = 6

    /// The full handshake of a TLS version, `1.2` or `1.3`, and its resumption.
    package static func handshakes(of version: String, isMultiplexed: Bool)
        -> (full: SimulatedSecurity, resumed: SimulatedSecurity)
    {
        var (full, resumed) = version == "1.2" ? (full12, resumed12) : (full13, resumed13)
        if isMultiplexed {
            full.flights[1] -= shorterName
            resumed.flights[1] -= shorterName
        }
        return (full, resumed)
    }

    /// Bytes on the connection for this many plaintext bytes.
    package func bytes(_ plain: Int) -> Int {
        plain + (plain + Self.recordBytes - 1) / Self.recordBytes * recordOverhead
    }

    /// Plaintext bytes of each part of a message that the origin encrypts together.
    static func flights(of plain: Int) -> [Int] {
        stride(from: 0, to: max(1, plain), by: flightBytes).map { min(max(1, plain) - $0, flightBytes) }
    }

    /// Where the records of a message end that begins at `start`.
    func records(of plain: Int, from start: Int) -> [Int] {
        stride(from: 0, to: plain, by: Self.recordBytes).map {
            start + bytes(min(plain, $0 + Self.recordBytes))
        }
    }

    /// The place of a plaintext byte among the bytes on the connection.
    func place(of byte: Int) -> Int {
        byte + byte / Self.recordBytes * recordOverhead + Self.recordHeader
    }

    /// Bytes that must have arrived before the first `end` of `plain` bytes are readable: a record is
    /// decrypted as a whole.
    func readable(_ end: Int, of plain: Int) -> Int {
        let records = (end + Self.recordBytes - 1) / Self.recordBytes
        return bytes(min(plain, records * Self.recordBytes))
    }
}

extension SimulatedSecurity? {
    /// Bytes on the connection for this many plaintext bytes; unchanged without encryption.
    func bytes(_ plain: Int) -> Int { self?.bytes(plain) ?? plain }

    func place(of byte: Int) -> Int { self?.place(of: byte) ?? byte }

    /// None without encryption.
    func records(of plain: Int, from start: Int) -> [Int] { self?.records(of: plain, from: start) ?? [] }
}
