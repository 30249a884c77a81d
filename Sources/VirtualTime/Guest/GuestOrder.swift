/// What to run inside a guest: a program with its arguments, environment, folder, input and output streams.
package struct GuestOrder: Hashable, Sendable {
    /// What one of the program's streams is outside the guest.
    package enum Stream: Hashable, Sendable {
        /// A file, a pipe, or nothing.
        case plain
        /// A terminal of this size, in characters.
        case terminal(rows: UInt16, columns: UInt16)
    }

    /// The program's file and arguments, as raw bytes.
    package var words: [[UInt8]]
    /// Entries of the form `NAME=VALUE`.
    package var environment: [[UInt8]]
    package var folder: [UInt8]
    /// The file for standard input, which is removed once it is open; empty for no input.
    var input: [UInt8] = []
    package var output: Stream
    package var errors: Stream

    package init(
        words: [[UInt8]],
        environment: [[UInt8]],
        folder: [UInt8],
        output: Stream = .plain,
        errors: Stream = .plain
    ) {
        self.words = words
        self.environment = environment
        self.folder = folder
        self.output = output
        self.errors = errors
    }
}

extension GuestOrder {
    /// Encoding as a file: each part follows its length.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        func add(_ part: [UInt8]) {
            withUnsafeBytes(of: UInt32(part.count).littleEndian) { bytes += $0 }
            bytes += part
        }
        for list in [words, environment, [folder, input, output.bytes, errors.bytes]] {
            add(Array("\(list.count)".utf8))
            list.forEach(add)
        }
        return bytes
    }

    /// nil if the bytes are not an order.
    init?(bytes: [UInt8]) {
        var rest = bytes[...]
        func part() -> [UInt8]? {
            guard rest.count >= 4 else { return nil }
            let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard rest.count >= length else { return nil }
            defer { rest = rest.dropFirst(length) }
            return Array(rest.prefix(length))
        }
        func list() -> [[UInt8]]? {
            guard let count = part().flatMap({ Int(String(decoding: $0, as: UTF8.self)) }) else { return nil }
            var items: [[UInt8]] = []
            for _ in 0..<max(0, count) {
                guard let item = part() else { return nil }
                items.append(item)
            }
            return items
        }
        guard let words = list(), let environment = list(), let rest = list(), rest.count == 4,
            !words.isEmpty,
            let output = Stream(bytes: rest[2]), let errors = Stream(bytes: rest[3])
        else { return nil }
        self.init(words: words, environment: environment, folder: rest[0], output: output, errors: errors)
        input = rest[1]
    }
}

extension GuestOrder.Stream {
    fileprivate var bytes: [UInt8] {
        switch self {
        case .plain: Array("plain".utf8)
        case .terminal(let rows, let columns): Array("\(rows) \(columns)".utf8)
        }
    }

    fileprivate init?(bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if text == "plain" {
            self = .plain
            return
        }
        let sides = text.split(separator: " ").compactMap { UInt16($0) }
        guard sides.count == 2 else { return nil }
        self = .terminal(rows: sides[0], columns: sides[1])
    }
}
