extension [UInt8] {
    /// Copies the span's bytes to the end.
    package mutating func append(copying span: RawSpan) {
        span.withUnsafeBytes { append(contentsOf: $0) }
    }
}
