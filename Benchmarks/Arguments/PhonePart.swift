/// A part of `netlab bench phone` that can run by itself.
package enum PhonePart: String, Hashable, Sendable, CaseIterable {
    /// What the tunnel carries without limits, beside wireguard-go between the same hosts.
    case speed
    /// How much later a ping comes back.
    case trips
    /// The images of a scenario, beside theory.
    case theory
    /// What the capture of a page in Chromium leaves unexplained.
    case page
    /// Memory with many connections.
    case memory
}
