/// A TCP connection as far as its packets have come.
package struct SeenConnection: Hashable, Sendable {
    package var flow: CaptureFlow
    /// nil if no TLS handshake has begun.
    package var handshake: CaptureHandshake?
    /// The newest exchanges that its encrypted records show; the last one may still go on.
    package var estimates: [CaptureEstimate]

    package init(flow: CaptureFlow, handshake: CaptureHandshake?, estimates: [CaptureEstimate]) {
        self.flow = flow
        self.handshake = handshake
        self.estimates = estimates
    }
}
