import Wire

/// A handshake that this end began, until its answer comes.
final class OutgoingHandshake {
    let index: UInt32
    /// The message but for its two codes.
    let message: [UInt8]
    private let secrets: PeerSecrets
    private var ephemeral: TunnelKey
    private var transcript: NoiseTranscript

    init(
        _ secrets: PeerSecrets,
        index: UInt32,
        ephemeral: TunnelKey,
        time: HandshakeTime
    ) throws(CryptographyFault) {
        self.secrets = secrets
        self.index = index
        self.ephemeral = ephemeral
        var transcript = try NoiseTranscript(responder: secrets.publicKey)
        try transcript.mix(ephemeral: ephemeral.publicKey.bytes)
        let key = try transcript.key(from: ephemeral.secret(with: secrets.publicKey.bytes))
        let sealedKey = try transcript.seal(secrets.own.publicKey.bytes.bytes, key: key)
        let timeKey = try transcript.key(from: secrets.shared)
        let sealedTime = try transcript.seal(time.bytes, key: timeKey)
        self.transcript = transcript
        message =
            MessageKind.initiation.start + index.littleEndianBytes + ephemeral.publicKey.bytes.bytes
            + sealedKey
            + sealedTime
    }

    deinit {
        transcript.wipe()
        ephemeral.wipe()
    }

    /// The keys that a response of the right length leads to. The handshake may be asked again: a forged response
    /// does not end it.
    func keys(from response: RawSpan) throws(CryptographyFault) -> SessionKeys {
        guard let remoteIndex = response.unsigned32(at: ResponseLayout.sender, .little),
            let remote = Bytes32(response.bytes(ResponseLayout.ephemeral))
        else { throw .notAuthentic }
        var transcript = self.transcript
        defer { transcript.wipe() }
        try transcript.mix(ephemeral: remote)
        try transcript.advance(with: ephemeral.secret(with: remote))
        try transcript.advance(with: secrets.own.secret(with: remote))
        let key = try transcript.key(from: secrets.preshared)
        _ = try transcript.open(response.bytes(ResponseLayout.sealedNothing), key: key)
        let keys = try transcript.split()
        return SessionKeys(
            localIndex: index,
            remoteIndex: remoteIndex,
            sending: keys.initiator,
            receiving: keys.responder,
            isInitiator: true
        )
    }
}
