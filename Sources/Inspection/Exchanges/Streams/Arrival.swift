/// The packet that carried some bytes, and its timestamp in nanoseconds since 1970.
struct Arrival: Hashable {
    var stamp: Int64
    /// Number in the file.
    var packet: Int

    /// The later of two, by stamp.
    static func latest(_ one: Arrival, _ other: Arrival) -> Arrival {
        (one.stamp, one.packet) >= (other.stamp, other.packet) ? one : other
    }
}
