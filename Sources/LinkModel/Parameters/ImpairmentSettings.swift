/// The kind of settings that state an impairment. Those who read, write or describe impairments have a case for each
/// kind; an impairment that a share of packets suffers needs no more than its member and its word.
package enum ImpairmentSettings {
    /// The share, and what its packets are: `5% corrupted`.
    case share(WritableKeyPath<DirectionParameters, PacketShare>, String)
    case jitter, loss, reordering, outages, policer, queue
}
