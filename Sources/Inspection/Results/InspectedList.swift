/// An ordered list of results. Made by an inspector it is packed (`PackedRecords`), and unpacks each element
/// on access: iterating does not hold the list in memory. Once changed it is an array.
package struct InspectedList<Element: PackedResult>: Sendable {
    package typealias Change = @Sendable (inout Element) -> Void

    private struct Packed: Sendable {
        let store: PackedStore
        var places: [PackedPlace]
        /// Changes to elements that became known after they were packed.
        let amend: Change?
        var revise: Change?

        func element(_ place: PackedPlace) -> Element {
            var reader = store.reader(at: place)
            var element = Element(from: &reader)
            amend?(&element)
            revise?(&element)
            return element
        }
    }

    private enum Storage: Sendable {
        case listed([Element])
        case packed(Packed)
    }

    private var storage: Storage

    package init() {
        storage = .listed([])
    }

    package init(_ elements: [Element]) {
        storage = .listed(elements)
    }

    init(_ store: PackedStore, _ places: [PackedPlace], _ amend: Change? = nil) {
        storage = .packed(Packed(store: store, places: places, amend: amend))
    }

    /// The elements that satisfy the predicate, stored as compactly as here.
    package func keeping(_ isKept: (Element) -> Bool) -> InspectedList {
        var kept = self
        switch storage {
        case .listed(let elements):
            kept.storage = .listed(elements.filter(isKept))
        case .packed(var packed):
            packed.places = packed.places.filter { isKept(packed.element($0)) }
            kept.storage = .packed(packed)
        }
        return kept
    }

    /// The elements at these positions, in this order, stored as compactly as here.
    private func picking(_ chosen: [Int]) -> InspectedList {
        var picked = self
        switch storage {
        case .listed(let elements):
            picked.storage = .listed(chosen.map { elements[$0] })
        case .packed(var packed):
            packed.places = chosen.map { packed.places[$0] }
            picked.storage = .packed(packed)
        }
        return picked
    }

    /// Applies a change to each element, now or on access; of a packed list's changes only the last counts.
    mutating func revise(_ change: @escaping Change) {
        switch storage {
        case .listed(var elements):
            for place in elements.indices { change(&elements[place]) }
            storage = .listed(elements)
        case .packed(var packed):
            packed.revise = change
            storage = .packed(packed)
        }
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
        case .packed(let packed): packed.places.count
        }
    }

    package subscript(place: Int) -> Element {
        get {
            switch storage {
            case .listed(let elements): elements[place]
            case .packed(let packed): packed.element(packed.places[place])
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

// MARK: Ranking

extension InspectedList {
    /// The elements by rank, at most `most`: the highest first, equal ones in the list's order, those without
    /// a rank last. Unpacks each element once, and takes six words for each of `most`.
    package func ranked(most: Int? = nil, by rank: (Element) -> Int64?) -> InspectedList {
        var best = HighestRanks(most: Swift.min(most ?? count, count))
        for (place, element) in enumerated() { best.add(rank(element), at: place) }
        return picking(best.places)
    }
}
