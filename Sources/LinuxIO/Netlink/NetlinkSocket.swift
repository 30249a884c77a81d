internal import CLinux
import Glibc

/// A netlink socket in the network namespace of the thread that opened it.
struct NetlinkSocket: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor

    init(owning raw: Int32) {
        descriptor = OwnedDescriptor(owning: raw)
    }

    /// Sends finished messages together and waits for the first answer; one message must request one. `what`
    /// and `target` appear in the error.
    func exchange(_ what: String, on target: String, _ bytes: [UInt8]) throws(SystemCallError) {
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

    /// The errno of an acknowledgement, 0 for success; nil if the message is something else.
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
