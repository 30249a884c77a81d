/// The query of a target, item by item: `?expires=1700000000&w=300&draft`.
package struct QueryItems: Hashable, Sendable {
    package struct Item: Hashable, Sendable {
        package let name: String
        /// nil if there is no equals sign.
        package let value: String?
    }

    /// In the order of the target, decoded; a name may occur more than once.
    package let items: [Item]

    /// From a target with or without a query. nil if an escape is malformed or the bytes are not UTF-8.
    package init?(target: some StringProtocol) {
        let query = target.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
        var items: [Item] = []
        for part in query.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decoded(pair[0]) else { return nil }
            guard pair.count == 2 else {
                items.append(Item(name: name, value: nil))
                continue
            }
            guard let value = PercentEncoding.decoded(pair[1]) else { return nil }
            items.append(Item(name: name, value: value))
        }
        self.items = items
    }

    package init(_ items: [(name: String, value: String)]) {
        self.items = items.map { Item(name: $0.name, value: $0.value) }
    }

    /// The first value of that name.
    package subscript(name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    package func values(_ name: String) -> [String] {
        items.filter { $0.name == name }.compactMap(\.value)
    }
}

extension QueryItems: CustomStringConvertible {
    /// Encoded as in a target, without the question mark.
    package var description: String {
        items.map { item in
            PercentEncoding.encoded(item.name) + (item.value.map { "=\(PercentEncoding.encoded($0))" } ?? "")
        }.joined(separator: "&")
    }
}
