/// Bytes that tell which key and version they are of: whoever reads them sees whether they are whole.
package enum NumberedBytes {
    /// From 50 to 4,000 of them.
    package static func make(_ key: String, version: Int) -> [UInt8] {
        let count = 50 + (version &* 7919 &+ key.utf8.count &* 131) % 3_950
        let letter = Int(key.utf8.last ?? 0)
        let pattern = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ version &* 31 &+ letter) }
        return (0..<8).map { UInt8(truncatingIfNeeded: version >> ($0 * 8)) } + pattern
    }

    /// nil where they are not whole, or of another key.
    package static func version(_ bytes: [UInt8], of key: String) -> Int? {
        guard bytes.count > 8 else { return nil }
        let version = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        return make(key, version: version) == bytes ? version : nil
    }
}
