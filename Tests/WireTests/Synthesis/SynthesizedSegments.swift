import Wire

/// Reads made packets as a receiver would, and notes what does not fit.
struct SynthesizedSegments {
    /// One for each packet: direction (`<` from port 8888), flags and length of the payload.
    private(set) var text: [String] = []
    private(set) var faults: [String] = []
    private(set) var sources: Set<IPAddress> = []
    /// Payload by the sender's port.
    private(set) var streams: [UInt16: [UInt8]] = [:]
    private(set) var firstSequence: UInt32?
    /// Next sequence number by the sender's port.
    private var next: [UInt16: UInt32] = [:]
    private let keepsStreams: Bool

    init(keepsStreams: Bool = true) {
        self.keepsStreams = keepsStreams
    }

    /// The sender's next bytes are known to be missing.
    mutating func skip(_ count: UInt32, from port: UInt16) {
        next[port]? &+= count
    }

    mutating func add(_ packet: [UInt8]) {
        let bytes = packet.span.bytes
        let start: Int
        let addresses: Range<Int>
        if let header = IPv4Header(bytes) {
            sources.insert(.v4(header.source))
            (start, addresses) = (header.headerLength, 12..<20)
            check(header.totalLength == packet.count, "length")
            check(Self.word(packet[..<start], onto: 0) == 0xFFFF, "checksum of the IPv4 header")
        } else if bytes.byte(at: 0) == 0x60, let high = bytes.unsigned64(at: 8, .big),
            let low = bytes.unsigned64(at: 16, .big), let payload = bytes.bigEndian16(at: 4)
        {
            sources.insert(.v6(high: high, low: low))
            (start, addresses) = (40, 8..<40)
            check(Int(payload) == packet.count - 40 && packet[6] == 6, "length")
        } else {
            return check(false, "network header")
        }
        guard let tcp = TCPHeader(bytes, at: start) else { return check(false, "TCP header") }
        let pseudo = Self.word(packet[addresses], onto: UInt32(6 + packet.count - start))
        check(Self.word(packet[start...], onto: pseudo) == 0xFFFF, "checksum")
        let payload = packet[(start + tcp.headerLength)...]
        note(tcp, payload)
        check(!tcp.flags.contains(.syn) || tcp.windowShift(bytes, at: start) == 14, "window scale")
    }

    private mutating func note(_ tcp: TCPHeader, _ payload: ArraySlice<UInt8>) {
        let names: [(TCPHeader.Flags, String)] = [
            (.syn, "S"), (.fin, "F"), (.rst, "R"), (.psh, "P"), (.ack, "."),
        ]
        let flags = names.filter { tcp.flags.contains($0.0) }.map(\.1).joined()
        text.append(
            (tcp.sourcePort == 8888 ? "<" : ">") + flags + (payload.isEmpty ? "" : "\(payload.count)")
        )
        firstSequence = firstSequence ?? tcp.sequence
        if let expected = next[tcp.sourcePort] { check(tcp.sequence == expected, "sequence") }
        if tcp.flags.contains(.ack) {
            check(tcp.acknowledgement == next[tcp.destinationPort], "acknowledgement")
        }
        let length = payload.count + (tcp.flags.isDisjoint(with: [.syn, .fin]) ? 0 : 1)
        next[tcp.sourcePort] = tcp.sequence &+ UInt32(length)
        if keepsStreams { streams[tcp.sourcePort, default: []] += payload }
    }

    private mutating func check(_ isRight: Bool, _ what: String) {
        if !isRight { faults.append("\(text.count): \(what)") }
    }

    /// The ones' complement sum of 16-bit words.
    private static func word(_ bytes: ArraySlice<UInt8>, onto start: UInt32) -> UInt32 {
        var sum = start
        for (place, byte) in bytes.enumerated() {
            sum += place.isMultiple(of: 2) ? UInt32(byte) << 8 : UInt32(byte)
            sum = (sum & 0xFFFF) + sum >> 16
        }
        return sum
    }
}
