/// The packed fields of a message.
struct HTTP3Section {
    var bytes: [UInt8]
    /// As transferred, the frame's head included.
    var wireBytes: Int
    /// The packet with its first byte.
    var start: Arrival
}
