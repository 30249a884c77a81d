import Glibc

/// The environment of a program to start: this process's own, as raw bytes, with changes.
package struct ProgramEnvironment: Sendable {
    /// Entries of the form `NAME=VALUE`.
    package private(set) var entries: [[UInt8]]

    package init(_ entries: [[UInt8]]) {
        self.entries = entries
    }

    /// The environment that this process received.
    package static var own: ProgramEnvironment {
        var entries: [[UInt8]] = []
        var entry = environ
        while let text = entry.pointee {
            entries.append(RawWords.bytes(of: text))
            entry += 1
        }
        return ProgramEnvironment(entries)
    }

    package mutating func remove(_ name: String) {
        let prefix = Array("\(name)=".utf8)
        entries.removeAll { $0.starts(with: prefix) }
    }

    package mutating func set(_ name: String, _ value: String) {
        remove(name)
        entries.append(Array("\(name)=\(value)".utf8))
    }

    package subscript(name: String) -> String? {
        let prefix = Array("\(name)=".utf8)
        return entries.first { $0.starts(with: prefix) }
            .map { String(decoding: $0.dropFirst(prefix.count), as: UTF8.self) }
    }
}
