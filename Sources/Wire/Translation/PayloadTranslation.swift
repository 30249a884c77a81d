/// What follows a packet's IP header when the header becomes one of the other version.
struct PayloadTranslation {
    private static let (tcp, udp) = (IPv4Header.tcp, IPv4Header.udp)
    private static let checksumOffsets: [UInt8: Int] = [tcp: 16, udp: 6]
    private static let icmpHeader = 8

    let from: (source: IPAddress, destination: IPAddress)
    let to: (source: IPAddress, destination: IPAddress)
    /// True if all of the payload is there.
    let isWhole: Bool
    /// True if the payload begins with the transport's header.
    let isFirst: Bool

    private var becomesIPv6: Bool { !to.source.isV4 }

    /// The transport's number in the other version, and its bytes; nil if it has no counterpart.
    func translate(
        _ payload: RawSpan,
        _ transport: UInt8,
        by translation: inout PacketTranslation
    ) -> (UInt8, [UInt8])? {
        switch transport {
        case becomesIPv6 ? PacketTranslation.icmp4 : PacketTranslation.icmp6:
            let other = becomesIPv6 ? PacketTranslation.icmp6 : PacketTranslation.icmp4
            // The checksum covers all fragments, and changes with what is in them.
            guard isFirst, isWhole || payload.byteCount >= Self.icmpHeader,
                let message = message(payload, by: &translation)
            else { return nil }
            return (other, message)
        case PacketTranslation.icmp4, PacketTranslation.icmp6: return nil
        default:
            var bytes = Self.copy(payload)
            guard isFirst, let offset = Self.checksumOffsets[transport] else { return (transport, bytes) }
            guard let old = payload.bigEndian16(at: offset) else { return isWhole ? nil : (transport, bytes) }
            if transport == Self.udp, old == 0 {
                // IPv4 may leave it out, IPv6 may not.
                guard becomesIPv6 else { return nil }
                // It cannot be made of a part. Nobody checks it in what an error quotes, and a receiver drops a fragment.
                guard isWhole else { return (transport, bytes) }
                let sum = checksum(of: bytes, transport)
                bytes.store(sum == 0 ? 0xFFFF : sum, at: offset)
            } else {
                let sum = Self.checksum(old, from: from, to: to)
                bytes.store(transport == Self.udp && sum == 0 ? 0xFFFF : sum, at: offset)
            }
            return (transport, bytes)
        }
    }

    /// The checksum after the addresses have changed.
    private static func checksum(
        _ old: UInt16,
        from: (source: IPAddress, destination: IPAddress),
        to: (source: IPAddress, destination: IPAddress)
    ) -> UInt16 {
        func words(_ pair: (source: IPAddress, destination: IPAddress)) -> [UInt8] {
            pair.source.octets + pair.destination.octets
        }
        // Subtracting is adding the complement, word by word.
        let (gone, come) = (words(from).map { ~$0 }, words(to))
        let sum = InternetChecksum.sum(come.span.bytes, onto: UInt64((~old).bigEndian))
        return InternetChecksum.checksum(of: InternetChecksum.sum(gone.span.bytes, onto: sum))
    }

    /// The checksum of bytes whose own is zero.
    private func checksum(of bytes: [UInt8], _ transport: UInt8) -> UInt16 {
        let addresses = to.source.octets + to.destination.octets
        let start = InternetChecksum.pseudoHeader(addresses.span.bytes, transport, length: bytes.count)
        return InternetChecksum.checksum(of: InternetChecksum.sum(bytes.span.bytes, onto: start))
    }

    private static func copy(_ bytes: RawSpan) -> [UInt8] { bytes.withUnsafeBytes { Array($0) } }

    // MARK: ICMP

    private func message(_ payload: RawSpan, by translation: inout PacketTranslation) -> [UInt8]? {
        guard let type = payload.byte(at: 0), let code = payload.byte(at: 1),
            let detail = payload.bigEndian32(at: 4), payload.byteCount >= Self.icmpHeader
        else { return nil }
        let rest = payload.extracting(Self.icmpHeader..<payload.byteCount)
        guard let kind = becomesIPv6 ? ICMPKind(ip4: type, code, detail) : ICMPKind(ip6: type, code, detail)
        else { return nil }
        let quoted: [UInt8]
        if kind.isError {
            guard
                let inner = becomesIPv6
                    ? translation.toIPv6(rest, isQuoted: true) : translation.toIPv4(rest, isQuoted: true)
            else { return nil }
            quoted = inner
        } else {
            quoted = Self.copy(rest)
        }
        let (newType, newCode, newDetail) = becomesIPv6 ? kind.ip6 : kind.ip4
        var bytes: [UInt8] = [newType, newCode, 0, 0]
        bytes.append(bigEndian: newDetail)
        bytes += quoted
        guard isWhole else { return bytes }
        let sum =
            becomesIPv6
            ? checksum(of: bytes, PacketTranslation.icmp6)
            : InternetChecksum.checksum(of: InternetChecksum.sum(bytes.span.bytes))
        bytes.store(sum, at: 2)
        return bytes
    }
}
