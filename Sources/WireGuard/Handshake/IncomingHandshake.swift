import Wire

/// A handshake that the other end began. It says who it is before it proves that.
struct IncomingHandshake {
    let remoteIndex: UInt32
    /// Claimed, until `time` could be read.
    let claimed: TunnelPublicKey
    private let ephemeral: Bytes32
    private var transcript: NoiseTranscript

    /// Reads the claim of a message that has the right length.
    init(_ message: RawSpan, own: TunnelKey) throws(CryptographyFault) {
        guard let remoteIndex = message.unsigned32(at: InitiationLayout.sender, .little),
            let ephemeral = Bytes32(message.bytes(InitiationLayout.ephemeral))
        else { throw .notAuthentic }
        self.remoteIndex = remoteIndex
        self.ephemeral = ephemeral
        transcript = try NoiseTranscript(responder: own.publicKey)
        try transcript.mix(ephemeral: ephemeral)
        let key = try transcript.key(from: own.secret(with: ephemeral))
        let opened = try transcript.open(message.bytes(InitiationLayout.sealedKey), key: key)
        guard let claimed = Bytes32(opened) else { throw .notAuthentic }
        self.claimed = TunnelPublicKey(claimed)
    }

    /// When the message was made. Only the claimed key's holder can have sealed this.
    mutating func time(
        _ message: RawSpan,
        _ secrets: PeerSecrets
    ) throws(CryptographyFault) -> HandshakeTime {
        let key = try transcript.key(from: secrets.shared)
        let opened = try transcript.open(message.bytes(InitiationLayout.sealedTime), key: key)
        guard let time = HandshakeTime(opened) else { throw .notAuthentic }
        return time
    }

    /// The response but for its two codes, and the keys that follow from it.
    consuming func answer(
        _ secrets: PeerSecrets,
        index: UInt32,
        ephemeral own: TunnelKey
    ) throws(CryptographyFault) -> (message: [UInt8], keys: SessionKeys) {
        var transcript = self.transcript
        defer { transcript.wipe() }
        try transcript.mix(ephemeral: own.publicKey.bytes)
        try transcript.advance(with: own.secret(with: ephemeral))
        try transcript.advance(with: own.secret(with: secrets.publicKey.bytes))
        let key = try transcript.key(from: secrets.preshared)
        let sealed = try transcript.seal([], key: key)
        let keys = try transcript.split()
        let message =
            MessageKind.response.start + index.littleEndianBytes + remoteIndex.littleEndianBytes
            + own.publicKey.bytes.bytes + sealed
        let session = SessionKeys(
            localIndex: index,
            remoteIndex: remoteIndex,
            sending: keys.responder,
            receiving: keys.initiator,
            isInitiator: false
        )
        return (message, session)
    }
}
