/// Two lists as one, without unpacking either.
package struct JoinedLists<Element: PackedResult>: RandomAccessCollection, Sendable {
    private let first: InspectedList<Element>
    private let second: InspectedList<Element>

    package init(_ first: InspectedList<Element>, _ second: InspectedList<Element>) {
        self.first = first
        self.second = second
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { first.count + second.count }

    package subscript(place: Int) -> Element {
        place < first.count ? first[place] : second[place - first.count]
    }
}
