import Testing
import Wire

@testable import TLS

/// A server and a client connected in memory.
final class SessionPair {
    /// The middle of 2030.
    static let now: Int64 = 1_908_000_000
    static let host = "origin.netlab.test"

    let server: TLSSession
    let client: TLSSession
    /// Plaintext that each end has read so far.
    private(set) var atServer: [UInt8] = []
    private(set) var atClient: [UInt8] = []
    /// All bytes on the wire.
    private(set) var fromClient: [UInt8] = []
    private(set) var fromServer: [UInt8] = []

    init(
        _ serverContext: TLSServerContext,
        _ clientContext: TLSClientContext,
        host: String = host,
        resuming ticket: TLSTicket? = nil
    ) throws {
        server = try TLSSession(server: serverContext)
        client = try TLSSession(client: clientContext, host: host, resuming: ticket)
    }

    /// Makes a new authority and identity; both ends trust each other.
    convenience init(
        server: TLSParameters = TLSParameters(),
        client: TLSParameters = TLSParameters(),
        keyLog: KeyLog? = nil
    ) throws {
        let bench = try TestAuthority()
        try self.init(bench.server(server, keyLog: keyLog), bench.client(client))
    }

    /// Carries bytes until neither end has any to send, `piece` bytes at a time.
    func settle(piece: Int = .max) throws {
        while server.hasCiphertext || client.hasCiphertext {
            let (up, down) = (client.takeCiphertext(), server.takeCiphertext())
            fromClient += up
            fromServer += down
            for part in pieces(up, piece) { atServer += try server.receive(part) }
            for part in pieces(down, piece) { atClient += try client.receive(part) }
        }
    }

    private func pieces(_ bytes: [UInt8], _ size: Int) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: min(size, max(1, bytes.count))).map {
            Array(bytes[$0...].prefix(size))
        }
    }
}
