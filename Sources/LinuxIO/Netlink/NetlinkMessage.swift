internal import CLinux

/// One netlink request to the kernel, built byte by byte: header, fixed part, attributes.
struct NetlinkMessage {
    /// One number serves all requests, since each waits for its own answer.
    static let sequence: UInt32 = 1

    private(set) var bytes: [UInt8] = []

    /// `isAnswered` also requests an answer on success.
    init(_ type: Int, flags: Int32 = 0, isAnswered: Bool = true) {
        append(
            nlmsghdr(
                nlmsg_len: 0,
                nlmsg_type: UInt16(type),
                nlmsg_flags: UInt16(NLM_F_REQUEST | (isAnswered ? NLM_F_ACK : 0) | flags),
                nlmsg_seq: Self.sequence,
                nlmsg_pid: 0
            )
        )
    }

    mutating func append(_ value: some BitwiseCopyable) {
        withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
        align()
    }

    mutating func attribute(_ type: Int, _ value: UInt32) {
        nest(type) { $0.append(value) }
    }

    mutating func attribute(_ type: Int, _ text: String) {
        nest(type) { message in
            message.bytes.append(contentsOf: text.utf8)
            message.bytes.append(0)
        }
    }

    mutating func attribute(_ type: Int, raw: [UInt8]) {
        nest(type) { $0.bytes.append(contentsOf: raw) }
    }

    /// Appends an attribute that contains what `body` appends.
    mutating func nest(_ type: Int, _ body: (inout NetlinkMessage) -> Void) {
        let start = bytes.count
        append(rtattr(rta_len: 0, rta_type: UInt16(type)))
        body(&self)
        // The length excludes the padding.
        set(UInt16(bytes.count - start), at: start)
        align()
    }

    /// Sets the message's length. Must be the last call before sending.
    mutating func finish() {
        set(UInt32(bytes.count), at: 0)
    }

    private mutating func align() {
        while bytes.count % 4 != 0 { bytes.append(0) }
    }

    private mutating func set(_ value: some FixedWidthInteger & BitwiseCopyable, at offset: Int) {
        withUnsafeBytes(of: value) { source in
            for (index, byte) in source.enumerated() { bytes[offset + index] = byte }
        }
    }
}
