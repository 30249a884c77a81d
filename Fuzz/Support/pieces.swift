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
