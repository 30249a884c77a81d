internal import CLinux
import Glibc

/// Sets up interfaces in the network namespace of the thread that opens it. Every change is acknowledged or throws.
package struct RouteSocket: ~Copyable {
    private let descriptor: OwnedDescriptor

    package init() throws(SystemCallError) {
        descriptor = OwnedDescriptor(
            owning: try systemCall("socket", on: "netlink") { netlab_route_socket() }
        )
    }

    /// Sends one request and waits for the kernel's answer; `what` and `target` name it in the error.
    func request(
        _ what: String,
        on target: String,
        _ message: consuming NetlinkMessage
    ) throws(SystemCallError) {
        message.finish()
        let bytes = message.bytes
        try systemCall(what, on: target) {
            send(descriptor.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
        var answer = [UInt8](repeating: 0, count: 8192)
        while true {
            let count = try systemCall(what, on: target) { recv(descriptor.raw, &answer, answer.count, 0) }
            guard let code = Self.acknowledgement(answer[..<count]) else { continue }
            if code != 0 { throw SystemCallError(what, on: target, errno: code) }
            return
        }
    }

    static func index(of interface: String) throws(SystemCallError) -> Int32 {
        let index = if_nametoindex(interface)
        guard index != 0 else {
            throw SystemCallError("if_nametoindex", on: interface, errno: netlab_errno())
        }
        return Int32(index)
    }

    /// The errno of an acknowledgement, 0 for success; nil where the message is something else.
    private static func acknowledgement(_ answer: ArraySlice<UInt8>) -> Int32? {
        answer.withUnsafeBytes { bytes in
            guard bytes.count >= 20 else { return nil }
            let header = bytes.loadUnaligned(as: nlmsghdr.self)
            guard header.nlmsg_type == UInt16(NLMSG_ERROR), header.nlmsg_seq == NetlinkMessage.sequence else {
                return nil
            }
            return -bytes.loadUnaligned(fromByteOffset: 16, as: Int32.self)
        }
    }
}
