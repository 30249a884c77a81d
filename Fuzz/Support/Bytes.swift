/// The fuzzer's bytes in a separate array, so that reads past their end are detected.
package func bytes(_ data: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    [UInt8](UnsafeBufferPointer(start: data, count: count))
}

/// Cuts bytes into pieces whose sizes are encoded at their end, so that a file remains a file.
package func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    var sizes = bytes.reversed().makeIterator()
    while start < bytes.count {
        let end = min(bytes.count, start + 1 + Int(sizes.next() ?? 0))
        pieces.append(bytes[start..<end])
        start = end
    }
    return pieces
}
