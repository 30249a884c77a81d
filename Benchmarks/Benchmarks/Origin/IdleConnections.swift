import Glibc
import LinuxIO

/// Cost to a server of kept connections, each of which has made one request.
enum IdleConnections {
    static let count = 10_000

    /// Resident bytes of the server with all connections open; nil if this user may not open that many.
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
