import HTTP
import Scenarios
import Wire

private let longestLocation = 2000

extension Notation<String> {
    /// The value of a field in a response's head.
    static var fieldValue: Self { quoted { HeaderDecoder(values: $0).value($1, $2) } }

    /// The value of `Vary`, or its parts in a list.
    static var fieldNames: Self {
        let list = Notation<[String]>.fieldValues(of: "Vary", in: "vary")
        return quoted { list.read($0, $1, $2)?.joined(separator: ", ") }
    }

    /// A path on this origin, or a URL.
    static var location: Self {
        quoted { values, node, title in
            guard HeaderDecoder(values: values).value(node, title) != nil else { return nil }
            let wanted = "a path (/other.jpg) or a URL (https://example.com/a.jpg)"
            return values.value(node, title, wanted) { text in
                let isPlace = ["/", "http://", "https://"].contains { text.hasPrefix($0) }
                return isPlace && !text.contains(" ") && text.utf8.count <= longestLocation ? text : nil
            }
        }
    }
}

extension Notation<[String]> {
    /// One value of a field, or a list of them.
    static func fieldValues(of field: String, in key: String) -> Self {
        let most = (ScenarioLimits.fields, "values in `\(key)`")
        return list(.fieldValue, "it takes values of `\(field)`", most: most)
    }
}

extension Notation<[HTTPField]> {
    /// Fields by their names.
    static var fields: Self {
        Self(
            { values, node, title in
                let owner = "set by the server: `length` and `fault` say how a body ends"
                return HeaderDecoder(values: values, owner: owner).fields(node, title)
            },
            { KeyWriter.mapping($0.map { "\($0.name.quotedForYAML): \($0.value.quotedForYAML)" }) }
        )
    }
}

extension Notation<Int64> {
    /// A time for a field that counts whole seconds.
    static var seconds: Self {
        let time = duration(in: ScenarioLimits.keeping)
        return Self(
            { values, node, title in
                guard let read = time.read(values, node, title) else { return nil }
                if read.isMultiple(of: 1_000_000_000) { return read }
                values.log.report("`\(title)` counts whole seconds", at: node.span)
                return nil
            },
            time.text
        )
    }
}
