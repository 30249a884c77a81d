/// The bytes that the fuzzer made, as an array of their own: what reads past their end is seen.
package func bytes(_ data: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    [UInt8](UnsafeBufferPointer(start: data, count: count))
}

/// Cuts bytes into pieces whose sizes the bytes themselves say, read from their end, so that a file is still a file.
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
