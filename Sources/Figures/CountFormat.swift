/// Formats counts for people: `1 packet`, `2,500 packets`, `3 misses`.
package enum CountFormat {
    /// `several` is the plural; the default is `one` with an s.
    package static func text(_ number: Int, _ one: String, _ several: String? = nil) -> String {
        "\(ByteFormat.grouped(number)) \(number == 1 ? one : several ?? one + "s")"
    }
}
