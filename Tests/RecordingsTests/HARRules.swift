import Archives
import Figures
import JSON

@testable import Recordings

/// The rules of HAR 1.2 for every object in an archive: the required fields, the optional ones, and their
/// types. Fields that begin with an underscore are custom.
struct HARRules {
    indirect enum Kind: Sendable {
        case text
        /// An address with its scheme.
        case address
        case moment
        case number
        /// A number, or -1 if unknown.
        case count
        /// Milliseconds, not negative.
        case time
        /// The same, or -1 if the phase did not occur.
        case phase
        case object([String: Field])
        case list(Kind)
    }

    struct Field: Sendable {
        let kind: Kind
        let isRequired: Bool
    }

    private static func must(_ kind: Kind) -> Field { Field(kind: kind, isRequired: true) }
    private static func may(_ kind: Kind) -> Field { Field(kind: kind, isRequired: false) }

    private static let tool = Kind.object([
        "name": must(.text), "version": must(.text), "comment": may(.text),
    ])
    private static let pair = Kind.object(["name": must(.text), "value": must(.text), "comment": may(.text)])
    private static let cookie = Kind.object([
        "name": must(.text), "value": must(.text), "path": may(.text), "domain": may(.text),
        "expires": may(.moment),
        "comment": may(.text),
    ])
    private static let request = Kind.object([
        "method": must(.text), "url": must(.address), "httpVersion": must(.text),
        "cookies": must(.list(cookie)),
        "headers": must(.list(pair)), "queryString": must(.list(pair)), "headersSize": must(.count),
        "bodySize": must(.count), "comment": may(.text),
    ])
    private static let content = Kind.object([
        "size": must(.number), "compression": may(.number), "mimeType": must(.text), "text": may(.text),
        "encoding": may(.text), "comment": may(.text),
    ])
    private static let response = Kind.object([
        "status": must(.number), "statusText": must(.text), "httpVersion": must(.text),
        "cookies": must(.list(cookie)), "headers": must(.list(pair)), "content": must(content),
        "redirectURL": must(.text), "headersSize": must(.count), "bodySize": must(.count),
        "comment": may(.text),
    ])
    private static let timings = Kind.object([
        "blocked": may(.phase), "dns": may(.phase), "connect": may(.phase), "send": must(.time),
        "wait": must(.time),
        "receive": must(.time), "ssl": may(.phase), "comment": may(.text),
    ])
    private static let entry = Kind.object([
        "pageref": may(.text), "startedDateTime": must(.moment), "time": must(.time),
        "request": must(request),
        "response": must(response), "cache": must(.object([:])), "timings": must(timings),
        "serverIPAddress": may(.text), "connection": may(.text), "comment": may(.text),
    ])
    static let archive = Kind.object([
        "log": must(
            .object([
                "version": must(.text), "creator": must(tool), "browser": may(tool),
                "pages": may(.list(.object([:]))),
                "entries": must(.list(entry)), "comment": may(.text),
            ])
        )
    ])

    /// The violations, each with its place.
    static func faults(of value: JSONValue?, as kind: Kind = archive, at place: String = "") -> [String] {
        switch kind {
        case .object(let fields): return faults(of: value, fields, at: place)
        case .list(let element):
            guard case .array(let values)? = value else { return ["\(place) is no list"] }
            return values.enumerated().flatMap { faults(of: $1, as: element, at: "\(place)[\($0)]") }
        case .text, .address, .moment:
            guard let text = value?.text else { return ["\(place) is no text"] }
            if case .address = kind, !text.contains("://") {
                return ["\(place) is no whole address: \(text)"]
            }
            if case .moment = kind, TimestampReading.nanoseconds(text) == nil {
                return ["\(place) is no moment: \(text)"]
            }
            return []
        case .number, .count, .time, .phase:
            guard let number = value?.number else { return ["\(place) is no number"] }
            switch kind {
            case .time where number < 0: return ["\(place) is below zero"]
            case .count where number < -1, .phase where number < 0 && number != -1:
                return ["\(place) is \(number)"]
            default: return []
            }
        }
    }

    private static func faults(of value: JSONValue?, _ fields: [String: Field], at place: String) -> [String]
    {
        guard case .object(let members)? = value else { return ["\(place) is no object"] }
        let names = members.map(\.key)
        let missing = fields.filter { $0.value.isRequired && !names.contains($0.key) }.map {
            "\(place).\($0.key) is missing"
        }
        let unknown = names.filter { fields[$0] == nil && !$0.hasPrefix("_") }.map {
            "\(place).\($0) is no field of HAR"
        }
        let twice = Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.map {
            "\(place).\($0.key) is there twice"
        }
        return missing + unknown + twice
            + members.flatMap { member in
                fields[member.key].map { faults(of: member.value, as: $0.kind, at: "\(place).\(member.key)") }
                    ?? []
            }
    }
}
