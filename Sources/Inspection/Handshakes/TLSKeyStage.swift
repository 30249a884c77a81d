/// The secret that protects records, in the order in which an end of TLS 1.3 uses them.
enum TLSKeyStage: Hashable {
    case early, handshake
    /// With the number of key updates so far.
    case traffic(Int)
}
