extension [UInt8] {
    /// Appends the span's bytes.
    package mutating func append(copying span: RawSpan) {
        span.withUnsafeBytes { append(contentsOf: $0) }
    }
}
