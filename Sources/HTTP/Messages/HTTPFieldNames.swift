/// Field names that are looked up together: one test shows that a message has none of them, which is the
/// usual case.
package struct HTTPFieldNames: Sendable {
    let marks: UInt64

    package init(_ names: String...) {
        self.init(names)
    }

    package init(_ names: some Sequence<String>) {
        marks = names.reduce(0) { marks, name in
            name.utf8.first.map { marks | HTTPFields.mark($0, name.utf8.count) } ?? marks
        }
    }
}
