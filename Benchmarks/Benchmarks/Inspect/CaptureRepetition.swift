import Capture
import LinkEngine
import LinuxIO
import Wire

/// Copies a run's capture several times into one file, each copy with another client and at a later time.
/// Every packet, loss and recovery comes from a real line.
struct CaptureRepetition {
    /// Copies differ in one byte of the client's address.
    static let mostCopies = 250
    /// Time between two copies.
    private static let pause: Int64 = 1_000_000_000

    private let path: String
    private let copies: Int

    init(path: String, copies: Int) {
        self.path = path
        self.copies = min(copies, Self.mostCopies)
    }

    func write(_ target: String) throws {
        var file = try FileWriter(path: target, bufferBytes: 1 << 20)
        var encoder = PcapngEncoder()
        var failure: SystemCallError?
        var hasFront = false
        var changed: [UInt8] = []
        var (shift, last): (Int64, Int64?) = (0, nil)
        for copy in 0..<copies {
            var first: Int64?
            _ = try CaptureFile.read(path) { packet, bytes in
                guard failure == nil else { return }
                if !hasFront { Self.appendFront(packet.linkType, &encoder) }
                hasFront = true
                if first == nil, let last { shift = last + Self.pause - packet.stamp }
                first = first ?? packet.stamp
                let stamp = packet.stamp + shift
                last = max(last ?? stamp, stamp)
                changed.removeAll(keepingCapacity: true)
                changed.append(copying: bytes)
                Self.move(&changed, at: packet.linkType == .ethernet ? 14 : 0, to: copy)
                encoder.appendPacket(
                    changed.span.bytes,
                    stamp: stamp,
                    originalLength: packet.originalLength
                )
                failure = Self.pass(&encoder, to: &file)
            }
            if let failure { throw failure }
        }
        try file.close()
    }

    private static func appendFront(_ linkType: LinkType, _ encoder: inout PcapngEncoder) {
        encoder.appendSectionHeader(application: "netlab")
        encoder.appendInterface(linkType: linkType, snapLength: RecorderSettings.wholePackets)
    }

    private static func pass(_ encoder: inout PcapngEncoder, to file: inout FileWriter) -> SystemCallError? {
        do throws(SystemCallError) {
            try file.append(encoder.bytes.span.bytes)
            encoder.removeAll()
            return nil
        } catch {
            return error
        }
    }

    /// Changes the client of the IPv4 packet at `place` to the `copy`-th one, and updates all checksums by
    /// the difference.
    static func move(_ packet: inout [UInt8], at place: Int, to copy: Int) {
        guard let header = IPv4Header(packet.span.bytes, at: place) else { return }
        let isFromClient = header.source == HostPair.clientAddress
        guard isFromClient || header.destination == HostPair.clientAddress else { return }
        let word = place + (isFromClient ? 14 : 18)
        let old = UInt16(packet[word]) << 8 | UInt16(packet[word + 1])
        let new = old &+ UInt16(truncatingIfNeeded: copy) << 8
        var checksums = [place + 10]
        if header.transport == IPv4Header.tcp { checksums.append(place + header.headerLength + 16) }
        store(new, at: word, in: &packet)
        for checksum in checksums where checksum + 2 <= packet.count {
            let before = UInt16(packet[checksum]) << 8 | UInt16(packet[checksum + 1])
            store(InternetChecksum.updated(before, from: old, to: new), at: checksum, in: &packet)
        }
    }

    private static func store(_ value: UInt16, at place: Int, in bytes: inout [UInt8]) {
        bytes[place] = UInt8(value >> 8)
        bytes[place + 1] = UInt8(truncatingIfNeeded: value)
    }
}
