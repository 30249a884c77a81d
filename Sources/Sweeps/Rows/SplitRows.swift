/// A cell's rows by their kinds.
package struct SplitRows {
    private static let lineFeed = UInt8(ascii: "\n")
    private static let quote = UInt8(ascii: "\"")
    private static let start = Array("{\"row\":\"".utf8)

    package private(set) var bytes: [RowKind: [UInt8]] = [:]
    package private(set) var counts: [RowKind: Int] = [:]

    /// nil if they are torn: without a line feed at the end, or with a line that is no row.
    init?(_ rows: [UInt8]) {
        guard rows.last == Self.lineFeed else { return nil }
        for line in rows.split(separator: Self.lineFeed) {
            guard line.starts(with: Self.start), line.last == UInt8(ascii: "}"),
                let end = line.dropFirst(Self.start.count).firstIndex(of: Self.quote),
                let kind = RowKind(
                    rawValue: String(
                        decoding: line[(line.startIndex + Self.start.count)..<end],
                        as: UTF8.self
                    )
                )
            else { return nil }
            bytes[kind, default: []] += line
            bytes[kind, default: []].append(Self.lineFeed)
            counts[kind, default: 0] += 1
        }
    }
}
