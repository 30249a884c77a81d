import Wire

/// Packets sealed and opened with the keys of one handshake.
final class TransportSession {
    /// No packet has a number from here on, and none is taken.
    static let mostMessages = UInt64.max - (1 << 13)
    /// After so many messages the session is replaced.
    static let rekeyAfterMessages: UInt64 = 1 << 60
    private static let block = 16

    let localIndex: UInt32
    let isInitiator: Bool
    let since: Instant
    private let remoteIndex: UInt32
    private let sealing: PacketCipher
    private let opening: PacketCipher
    private var window = ReplayWindow()
    private(set) var nextCounter: UInt64

    /// `counter` is the first packet's number; not zero only in tests.
    init(_ keys: SessionKeys, since: Instant, counter: UInt64 = 0) throws(CryptographyFault) {
        localIndex = keys.localIndex
        remoteIndex = keys.remoteIndex
        isInitiator = keys.isInitiator
        self.since = since
        nextCounter = counter
        sealing = try PacketCipher(.sealing, key: keys.sending)
        opening = try PacketCipher(.opening, key: keys.receiving)
    }

    func isOver(at now: Instant) -> Bool {
        now - since >= ProtocolTimes.rejectAfter
    }

    func canSend(at now: Instant) -> Bool {
        !isOver(at: now) && nextCounter < Self.mostMessages
    }

    /// The datagram for a packet. Its length is padded to a multiple of 16, though not beyond `mtu`, so that it says
    /// less of what is inside.
    func seal(_ packet: RawSpan, mtu: Int) throws(CryptographyFault) -> [UInt8] {
        let padded = max(packet.byteCount, min(mtu, (packet.byteCount + Self.block - 1) & ~(Self.block - 1)))
        var datagram = [UInt8](unsafeUninitializedCapacity: padded + DataLayout.overhead) { room, filled in
            let bytes = UnsafeMutableRawBufferPointer(room)
            bytes.storeBytes(of: MessageKind.data.rawValue.littleEndian, as: UInt32.self)
            bytes.storeBytes(of: remoteIndex.littleEndian, toByteOffset: DataLayout.receiver, as: UInt32.self)
            bytes.storeBytes(of: nextCounter.littleEndian, toByteOffset: DataLayout.counter, as: UInt64.self)
            let end = DataLayout.content + packet.byteCount
            packet.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: bytes[DataLayout.content..<end]).copyMemory(from: $0)
            }
            filled = padded + DataLayout.overhead
            UnsafeMutableRawBufferPointer(rebasing: bytes[end..<filled]).initializeMemory(
                as: UInt8.self,
                repeating: 0
            )
        }
        try sealing.seal(&datagram, from: DataLayout.content, PacketNonce(counter: nextCounter))
        nextCounter += 1
        return datagram
    }

    /// The padded packet of a datagram that is long enough.
    func open(_ datagram: RawSpan, at now: Instant) -> Result<[UInt8], TunnelRefusal> {
        let counter = datagram.unsigned64(at: DataLayout.counter, .little) ?? .max
        guard !isOver(at: now), counter < Self.mostMessages else { return .failure(.expiredSession) }
        let sealed = datagram.extracting(DataLayout.content..<datagram.byteCount)
        guard let packet = try? opening.open(sealed, PacketNonce(counter: counter)) else {
            return .failure(.forgedPacket)
        }
        return window.admit(counter) ? .success(packet) : .failure(.replayedPacket)
    }
}
