import Glibc
import LinuxIO

extension TestSocket {
    /// Sets the IP header's byte with the congestion notice for later packets.
    func setServiceByte(_ value: Int32) throws {
        try set(IP_TOS, to: value)
    }

    /// Reports that byte with received packets.
    func askForServiceByte() throws {
        try set(IP_RECVTOS, to: 1)
    }

    private func set(_ option: Int32, to value: Int32) throws {
        var value = value
        try systemCall("setsockopt") {
            setsockopt(descriptor.raw, Int32(IPPROTO_IP), option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    /// Length of the next datagram, and its service byte.
    func receiveWithServiceByte() throws -> (bytes: Int, service: UInt8) {
        var bytes = [UInt8](repeating: 0, count: 2000)
        // A header of sixteen bytes, then the value.
        var control = [UInt64](repeating: 0, count: 4)
        let count = try bytes.withUnsafeMutableBytes { bytes in
            try control.withUnsafeMutableBytes { control in
                var piece = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return try withUnsafeMutablePointer(to: &piece) { piece in
                    var message = msghdr()
                    (message.msg_iov, message.msg_iovlen) = (piece, 1)
                    (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
                    return try systemCall("recvmsg") { recvmsg(descriptor.raw, &message, 0) }
                }
            }
        }
        return (count, UInt8(truncatingIfNeeded: control[2]))
    }
}
