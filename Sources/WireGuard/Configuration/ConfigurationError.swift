/// What is wrong with a configuration's text, and where. Never shows a value: it may be a private key.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Problem: Hashable, Sendable {
        case wrongValue(ConfigurationKey)
        case wrongKey(ConfigurationKey, TunnelKeyError)
        /// A key that the section does not have.
        case unknownKey(String, ConfigurationKey.Section)
        case unknownSection(String)
        /// A line before the first section.
        case noSection
        /// A line that is neither a section nor a key with its value.
        case notAnEntry
        case repeated(ConfigurationKey)
        case secondInterface
        /// The section that ends, or is missing, at this line.
        case missing(ConfigurationKey)
    }

    /// Counted from 1.
    package let line: Int
    package let problem: Problem

    package var description: String { "line \(line): \(reason)" }

    private var reason: String {
        switch problem {
        case .wrongValue(let key): "\(key.rawValue) takes \(key.allowed)"
        case .wrongKey(let key, let error): "\(key.rawValue): \(error)"
        case .unknownKey(let name, let section):
            "[\(section.rawValue)] has no key '\(name)', but \(Self.names(section.keys.map(\.rawValue)))"
        case .unknownSection(let name):
            "there is no section [\(name)], but \(Self.names(ConfigurationKey.Section.allCases.map { "[\($0.rawValue)]" }))"
        case .noSection: "[Interface] or [Peer] comes first"
        case .notAnEntry: "a line is a section such as [Peer], or a key and its value such as MTU = 1420"
        case .repeated(let key): "\(key.rawValue) stands twice in its section"
        case .secondInterface: "there is only one [Interface]"
        case .missing(let key): "[\(key.section.rawValue)] needs \(key.rawValue): \(key.allowed)"
        }
    }

    private static func names(_ names: [String]) -> String { names.joined(separator: ", ") }
}
