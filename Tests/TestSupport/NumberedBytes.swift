/// Bytes that tell which key and version they are of: whoever reads them sees whether they are whole.
package enum NumberedBytes {
    /// From 58 to 4,007 of them. They are copied and not computed: a test that makes very many is to test something else.
    package static func make(_ key: String, version: Int) -> [UInt8] {
        let count = 58 + (version &* 7919 &+ key.utf8.count &* 131) % 3_950
        // An odd length, so that no whole page is like another.
        var bytes = (0..<8).map { UInt8(truncatingIfNeeded: version >> ($0 * 8)) } + [key.utf8.last ?? 0]
        while bytes.count < count { bytes += bytes }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// nil where they are not whole, or of another key.
    package static func version(_ bytes: [UInt8], of key: String) -> Int? {
        guard bytes.count > 8 else { return nil }
        let version = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        return make(key, version: version) == bytes ? version : nil
    }
}
