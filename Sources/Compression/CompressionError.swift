/// Why bytes could not be compressed.
package struct CompressionError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Format: String, Hashable, Sendable {
        case gzip, brotli, zstd
    }

    package var format: Format
    /// Number of bytes to be compressed.
    package var size: Int

    package var description: String {
        "\(size) bytes could not be compressed with \(format.rawValue): there is too little memory"
    }
}
