internal import CLinux
import Glibc
package import Wire

/// An IP address and a port.
package struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    package var host: IPAddress
    package var port: UInt16

    package init(host: IPAddress, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// An IPv4 address in host byte order: 0x7F000001 is 127.0.0.1.
    package init(address: UInt32, port: UInt16) {
        self.init(host: .v4(address), port: port)
    }

    package var description: String { "\(host.bracketed):\(port)" }
}

/// Conversion to and from the kernel's form.
extension SocketAddress {
    /// Parses an IPv4 or IPv6 address in its usual spelling, without brackets; nil for any other text,
    /// including host names.
    package init?(_ text: String, port: UInt16) {
        guard let host = IPAddress(text) else { return nil }
        self.init(host: host, port: port)
    }

    /// Family of a socket that can use the address.
    var family: Int32 { host.family }

    /// nil if it belongs to neither family.
    init?(_ raw: UnsafePointer<sockaddr>) {
        switch Int32(raw.pointee.sa_family) {
        case AF_INET:
            let raw = raw.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee }
            self.init(address: UInt32(bigEndian: raw.sin_addr.s_addr), port: UInt16(bigEndian: raw.sin_port))
        case AF_INET6:
            let raw = raw.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { $0.pointee }
            self.init(host: Self.host(raw.sin6_addr), port: UInt16(bigEndian: raw.sin6_port))
        default: return nil
        }
    }

    private static func host(_ address: in6_addr) -> IPAddress {
        withUnsafeBytes(of: address) { bytes in
            IPAddress.v6(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            ).unmapped
        }
    }

    func withRaw<Value>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
        var raw = sockaddr_storage()
        return withUnsafeMutablePointer(to: &raw) { storage in
            let length = fill(UnsafeMutableRawPointer(storage))
            return storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// Writes the address, and returns the number of bytes used.
    private func fill(_ storage: UnsafeMutableRawPointer) -> socklen_t {
        switch host {
        case .v4(let address):
            var raw = sockaddr_in()
            raw.sin_family = sa_family_t(AF_INET)
            raw.sin_port = port.bigEndian
            raw.sin_addr.s_addr = address.bigEndian
            storage.copyMemory(from: &raw, byteCount: MemoryLayout<sockaddr_in>.size)
            return socklen_t(MemoryLayout<sockaddr_in>.size)
        case .v6(let high, let low):
            var raw = sockaddr_in6()
            raw.sin6_family = sa_family_t(AF_INET6)
            raw.sin6_port = port.bigEndian
            withUnsafeMutableBytes(of: &raw.sin6_addr) { bytes in
                bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
                bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
            }
            storage.copyMemory(from: &raw, byteCount: MemoryLayout<sockaddr_in6>.size)
            return socklen_t(MemoryLayout<sockaddr_in6>.size)
        }
    }

    /// Returns the address that a call has filled in.
    static func filled<Value>(
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) throws(SystemCallError) ->
            Value
    ) throws(SystemCallError) -> (value: Value, address: SocketAddress) {
        var raw = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let (outcome, address) = withUnsafeMutablePointer(to: &raw) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                let outcome = Result { () throws(SystemCallError) in try body(pointer, &length) }
                return (outcome, SocketAddress(pointer))
            }
        }
        // This room has no sockets of other families.
        return (try outcome.get(), address ?? SocketAddress(host: .any4, port: 0))
    }
}
