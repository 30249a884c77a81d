import Glibc

/// Connections that made one request each and then stay idle. They cost the process little more than
/// descriptors.
package final class IdleCrowd {
    package struct Failure: Error {
        package var call: String
        package var errno: Int32
    }

    private static let request = Array("GET /a HTTP/1.1\r\nHost: o\r\nUser-Agent: crowd\r\n\r\n".utf8)

    private var descriptors: [Int32] = []

    package init() {}

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }

    package func grow(by count: Int, port: UInt16) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        for _ in 0..<count {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            guard descriptor >= 0 else { throw Failure(call: "socket", errno: errno) }
            descriptors.append(descriptor)
            let status = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
            }
            guard status == 0 else { throw Failure(call: "connect", errno: errno) }
        }
        for descriptor in descriptors.suffix(count) {
            guard send(descriptor, Self.request, Self.request.count, 0) == Self.request.count else {
                throw Failure(call: "send", errno: errno)
            }
        }
        for descriptor in descriptors.suffix(count) {
            var answer = [UInt8](repeating: 0, count: 512)
            guard recv(descriptor, &answer, answer.count, 0) > 0 else {
                throw Failure(call: "recv", errno: errno)
            }
        }
    }
}
