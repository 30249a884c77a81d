import HTTP
import HTTP2

/// The field blocks of one direction, reassembled from their frames and unpacked in order.
struct HTTP2FieldReader {
    /// Longest block over several frames.
    private static let longestBlock = 1 << 20

    /// A block that has begun.
    struct Block {
        /// The stream that it describes: the promised one, for a push.
        var stream: UInt32
        var isPromise: Bool
        var endsStream: Bool
        var bytes: [UInt8]
        /// As transferred, frame heads included.
        var wireBytes: Int
        var start: Arrival
    }

    /// Bytes of memory that the block takes.
    var heldBytes: Int { block?.bytes.count ?? 0 }

    private let decoder = try? HeaderBlockDecoder()
    private var isLost = false
    private(set) var block: Block?
    /// Table sizes that the other side requested; each takes effect when this side acknowledges it.
    private var tableSizes: [Int] = []

    /// Begins or continues a block; returns it once it is whole. Also returns nil for a frame that is invalid
    /// here.
    mutating func take(_ frame: HTTP2Frame, _ payload: [UInt8], _ start: Arrival) -> Block? {
        if frame.kind == HTTP2Frame.Kind.continuation {
            guard block != nil else { return nil }
            block?.bytes += payload
            block?.wireBytes += HTTP2Frame.headLength + payload.count
        } else {
            block = Self.begin(frame, payload, start)
        }
        guard let whole = block, whole.bytes.count <= Self.longestBlock else {
            block = nil
            isLost = true
            return nil
        }
        guard frame.has(HTTP2Frame.Flag.endHeaders) else { return nil }
        block = nil
        return whole
    }

    private static func begin(_ frame: HTTP2Frame, _ payload: [UInt8], _ start: Arrival) -> Block? {
        var rest = payload[...]
        if frame.has(HTTP2Frame.Flag.padded) {
            guard let padding = rest.popFirst(), Int(padding) <= rest.count else { return nil }
            rest = rest.dropLast(Int(padding))
        }
        var stream = frame.stream
        let isPromise = frame.kind == HTTP2Frame.Kind.pushPromise
        if isPromise {
            guard rest.count >= 4 else { return nil }
            stream = rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
            rest = rest.dropFirst(4)
        } else if frame.has(HTTP2Frame.Flag.priority) {
            guard rest.count >= 5 else { return nil }
            rest = rest.dropFirst(5)
        }
        return Block(
            stream: stream,
            isPromise: isPromise,
            endsStream: !isPromise && frame.has(HTTP2Frame.Flag.endStream),
            bytes: Array(rest),
            wireBytes: HTTP2Frame.headLength + payload.count,
            start: start
        )
    }

    /// nil if the table that the block refers to is unknown, or if too much was unpacked: `count` takes the
    /// bytes of the fields.
    mutating func fields(of block: Block, count: (Int) -> Bool) -> HTTPFields? {
        guard !isLost, let decoder else { return nil }
        do {
            let fields = try decoder.decode(block.bytes[...])
            if !count(fields.byteCount) { isLost = true }
            return fields
        } catch {
            isLost = true
            return nil
        }
    }

    /// The other side announces its settings.
    mutating func propose(_ settings: [UInt8]) {
        var size: Int?
        for place in stride(from: 0, to: settings.count - settings.count % 6, by: 6)
        where settings[place] == 0 && settings[place + 1] == 1 {
            size = settings[place + 2..<place + 6].reduce(0) { $0 << 8 | Int($1) }
        }
        // One entry per SETTINGS frame, so that acknowledgements are counted right.
        if tableSizes.count < 1024 { tableSizes.append(size ?? -1) }
    }

    /// This side has acknowledged the other's oldest settings.
    mutating func acknowledge() {
        guard !tableSizes.isEmpty else { return }
        let size = tableSizes.removeFirst()
        // A few kilobytes are usual; a table only grows with its content.
        if size >= 0 { try? decoder?.setTableSize(min(size, 1 << 20)) }
    }
}
