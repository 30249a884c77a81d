/// The Huffman code of field names and values (RFC 7541, appendix B). It is canonical: the lengths of its codes give the
/// codes.
enum HuffmanCode {
    /// One step for each bit: the next node for 0 and for 1; a negative number is the complement of a symbol.
    private static let nodes: [(Int16, Int16)] = makeNodes()
    private static let longestPadding = 7

    /// Text of these bytes. nil if they are not a text in this code, or it is longer than `most` bytes.
    static func decode(_ bytes: ArraySlice<UInt8>, most: Int) -> [UInt8]? {
        var text: [UInt8] = []
        text.reserveCapacity(min(most, bytes.count * 8 / 5 + 1))
        var (node, depth, isPadding) = (0, 0, true)
        for byte in bytes {
            for shift in (0..<8).reversed() {
                let bit = byte >> UInt8(shift) & 1
                let next = bit == 0 ? nodes[node].0 : nodes[node].1
                (depth, isPadding) = (depth + 1, isPadding && bit == 1)
                guard next < 0 else {
                    node = Int(next)
                    continue
                }
                let symbol = Int(~next)
                guard symbol < 256, text.count < most else { return nil }
                text.append(UInt8(symbol))
                (node, depth, isPadding) = (0, 0, true)
            }
        }
        // The rest of the last byte is filled with ones, the beginning of the code for the end.
        return depth <= longestPadding && isPadding ? text : nil
    }

    private static func makeNodes() -> [(Int16, Int16)] {
        var nodes: [(Int16, Int16)] = [(0, 0)]
        var (code, length) = (0, 0)
        for symbol in lengths.indices.sorted(by: { (lengths[$0], $0) < (lengths[$1], $1) }) {
            code <<= lengths[symbol] - length
            length = lengths[symbol]
            add(symbol, code, length, to: &nodes)
            code += 1
        }
        return nodes
    }

    private static func add(_ symbol: Int, _ code: Int, _ length: Int, to nodes: inout [(Int16, Int16)]) {
        var node = 0
        for place in (0..<length).reversed() {
            let isOne = code >> place & 1 == 1
            let next = isOne ? nodes[node].1 : nodes[node].0
            guard place > 0 else {
                if isOne { nodes[node].1 = ~Int16(symbol) } else { nodes[node].0 = ~Int16(symbol) }
                return
            }
            if next == 0 {
                nodes.append((0, 0))
                let new = Int16(nodes.count - 1)
                if isOne { nodes[node].1 = new } else { nodes[node].0 = new }
            }
            node = Int(isOne ? nodes[node].1 : nodes[node].0)
        }
    }

    /// Bits of the code for each byte, and at last for the end.
    private static let lengths: [Int] = [
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28,
        28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6,
        5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
        13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
        7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
        15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5,
        6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
        20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23,
        24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
        22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23,
        21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
        26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,
        19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
        20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23,
        26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
        30,
    ]
}
