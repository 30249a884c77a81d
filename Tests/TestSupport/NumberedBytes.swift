/// Bytes that encode their key and version, so that a reader can check whether they are intact.
package enum NumberedBytes {
    /// From 58 to 4,007 bytes. They are copied, not computed, so that making many of them costs little.
    package static func make(_ key: String, version: Int) -> [UInt8] {
        let count = 58 + (version &* 7919 &+ key.utf8.count &* 131) % 3_950
        // An odd length, so that no whole page equals another.
        var bytes = (0..<8).map { UInt8(truncatingIfNeeded: version >> ($0 * 8)) } + [key.utf8.last ?? 0]
        while bytes.count < count { bytes += bytes }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// nil if they are damaged, or belong to another key.
    package static func version(_ bytes: [UInt8], of key: String) -> Int? {
        guard bytes.count > 8 else { return nil }
        let version = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        return make(key, version: version) == bytes ? version : nil
    }
}
