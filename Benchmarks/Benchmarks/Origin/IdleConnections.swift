import Glibc
import LinuxIO

/// Connections that have been asked for one thing each and are kept: what they cost a server.
enum IdleConnections {
    static let count = 10_000

    /// The bytes that the server has for itself with all of them open; nil where this user may not have so many.
    static func residentBytes(_ server: ServerUnderLoad) throws -> Int64? {
        let request = Array("GET /\(BenchSite.Body.small.rawValue) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        var open: [SharedSocket] = []
        defer { extendLifetime(open) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        do {
            while open.count < count {
                let socket = SharedSocket(try server.connect())
                _ = try request.withUnsafeBytes { try socket.socket.send($0) }
                _ = try buffer.withUnsafeMutableBytes { try socket.socket.receive(into: $0) }
                open.append(socket)
            }
        } catch let error as SystemCallError where error.errno == EMFILE {
            return nil
        }
        return server.residentBytes
    }
}
