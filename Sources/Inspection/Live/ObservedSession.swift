/// A TLS session while its records come.
struct ObservedSession {
    let handshake: CaptureHandshake
    /// What its records show of exchanges that nobody can decrypt.
    let estimates: [CaptureEstimate]
}
