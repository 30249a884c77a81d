package import HTTP

/// Changes to the fields of a message: first those removed, then those set, then those added.
package struct FieldChanges: Hashable, Sendable {
    package var removed: [String] = []
    package var set: [HTTPField] = []
    package var added: [HTTPField] = []

    package init() {}

    func apply(to fields: inout HTTPFields) {
        for name in removed { fields[name] = nil }
        for field in set { fields[field.name] = field.value }
        for field in added { fields.append(field.name, field.value) }
    }
}
