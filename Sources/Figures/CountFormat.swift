/// How many of what, for people: `1 packet`, `2,500 packets`, `3 misses`.
package enum CountFormat {
    /// `several` is what more or fewer than one are called, where that is not `one` with an s.
    package static func text(_ number: Int, _ one: String, _ several: String? = nil) -> String {
        "\(ByteFormat.grouped(number)) \(number == 1 ? one : several ?? one + "s")"
    }
}
