/// What a handshake leads to: keys for packets, and the numbers by which each end names the session.
struct SessionKeys {
    let localIndex: UInt32
    let remoteIndex: UInt32
    let sending: Bytes32
    let receiving: Bytes32
    let isInitiator: Bool
}
