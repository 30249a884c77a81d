/// What an inspector lists, in order. Made by one, it is packed (`PackedRecords`), and each element is unpacked whenever it is asked
/// for: whoever goes through a list does not hold it in memory. Once changed it is an array.
package struct InspectedList<Element: PackedResult>: Sendable {
    private enum Storage: Sendable {
        case listed([Element])
        case packed(PackedStore, [PackedPlace], (@Sendable (inout Element) -> Void)?)
    }

    private var storage: Storage

    package init() {
        storage = .listed([])
    }

    package init(_ elements: [Element]) {
        storage = .listed(elements)
    }

    init(_ store: PackedStore, _ places: [PackedPlace]) {
        storage = .packed(store, places, nil)
    }

    /// Those that are let through, in as little memory as they are here.
    package func keeping(_ isKept: (Element) -> Bool) -> InspectedList {
        var kept = self
        switch storage {
        case .listed(let elements):
            kept.storage = .listed(elements.filter(isKept))
        case .packed(let store, let places, let revise):
            let shown = places.filter { isKept(Self.element(store, $0, revise)) }
            kept.storage = .packed(store, shown, revise)
        }
        return kept
    }

    /// Has each element changed, now or when it is asked for; of a packed list's changes only the last counts.
    mutating func revise(_ change: @escaping @Sendable (inout Element) -> Void) {
        switch storage {
        case .listed(var elements):
            for place in elements.indices { change(&elements[place]) }
            storage = .listed(elements)
        case .packed(let store, let places, _):
            storage = .packed(store, places, change)
        }
    }

    private static func element(
        _ store: PackedStore,
        _ place: PackedPlace,
        _ revise: ((inout Element) -> Void)?
    ) -> Element {
        var reader = store.reader(at: place)
        var element = Element(from: &reader)
        revise?(&element)
        return element
    }

    private mutating func unpack() {
        if case .packed = storage { storage = .listed(Array(self)) }
    }
}

extension InspectedList: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    package var startIndex: Int { 0 }

    package var endIndex: Int {
        switch storage {
        case .listed(let elements): elements.count
        case .packed(_, let places, _): places.count
        }
    }

    package subscript(place: Int) -> Element {
        get {
            switch storage {
            case .listed(let elements): elements[place]
            case .packed(let store, let places, let revise): Self.element(store, places[place], revise)
            }
        }
        set { replaceSubrange(place..<place + 1, with: CollectionOfOne(newValue)) }
    }

    package mutating func replaceSubrange(
        _ range: Range<Int>,
        with elements: some Collection<Element>
    ) {
        unpack()
        guard case .listed(var listed) = storage else { return }
        storage = .listed([])
        listed.replaceSubrange(range, with: elements)
        storage = .listed(listed)
    }
}

extension InspectedList: Hashable {
    package static func == (lhs: InspectedList, rhs: InspectedList) -> Bool { lhs.elementsEqual(rhs) }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for element in self { hasher.combine(element) }
    }
}

extension InspectedList: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: Element...) {
        self.init(elements)
    }
}
