internal import CLinux
import Glibc
import Wire

/// An IPv4 address and a port.
package struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    /// In host order: 0x7F000001 is 127.0.0.1.
    package var address: UInt32
    package var port: UInt16

    package init(address: UInt32, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// From four decimal numbers with dots; nil where the text is anything else, a host's name included.
    package init?(_ text: String, port: UInt16) {
        var address = in_addr()
        guard inet_pton(AF_INET, text, &address) == 1 else { return nil }
        self.init(address: UInt32(bigEndian: address.s_addr), port: port)
    }

    package var description: String {
        "\(IPAddress.v4(address)):\(port)"
    }

    init(_ raw: sockaddr_in) {
        self.init(address: UInt32(bigEndian: raw.sin_addr.s_addr), port: UInt16(bigEndian: raw.sin_port))
    }

    func withRaw<Value>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
        var raw = sockaddr_in()
        raw.sin_family = sa_family_t(AF_INET)
        raw.sin_port = port.bigEndian
        raw.sin_addr.s_addr = address.bigEndian
        return withUnsafePointer(to: raw) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// What a call that fills in an address left there.
    static func filled<Value>(
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) throws(SystemCallError) ->
            Value
    ) throws(SystemCallError) -> (value: Value, address: SocketAddress) {
        var raw = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let outcome = withUnsafeMutablePointer(to: &raw) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                Result { () throws(SystemCallError) in try body(pointer, &length) }
            }
        }
        return (try outcome.get(), SocketAddress(raw))
    }
}
