/// Many queues in one array, which grows to the largest total ever held and is kept.
struct SlotPool<Element: Sendable>: Sendable {
    /// One of the queues.
    struct List: Sendable {
        fileprivate var first: Int32 = -1
        fileprivate var last: Int32 = -1

        var isEmpty: Bool { first < 0 }
    }

    private struct Slot: Sendable {
        /// nil if the slot is free.
        var element: Element?
        /// Next slot in its list or in the free list; -1 after the last.
        var next: Int32
    }

    private var slots: [Slot] = []
    private var free: Int32 = -1

    mutating func append(_ element: Element, to list: inout List) {
        let place: Int32
        if free >= 0 {
            place = free
            free = slots[Int(place)].next
            slots[Int(place)] = Slot(element: element, next: -1)
        } else {
            place = Int32(slots.count)
            slots.append(Slot(element: element, next: -1))
        }
        link(place, to: &list)
    }

    func first(of list: List) -> Element? {
        list.isEmpty ? nil : slots[Int(list.first)].element
    }

    @discardableResult
    mutating func removeFirst(of list: inout List) -> Element? {
        guard !list.isEmpty else { return nil }
        let place = unlink(&list)
        let element = slots[Int(place)].element
        slots[Int(place)] = Slot(element: nil, next: free)
        free = place
        return element
    }

    /// Moves the first element to the end of another list.
    mutating func moveFirst(of list: inout List, to other: inout List) {
        if !list.isEmpty { link(unlink(&list), to: &other) }
    }

    /// Moves the first element to the end.
    mutating func moveFirst(of list: inout List) {
        if !list.isEmpty { link(unlink(&list), to: &list) }
    }

    func reduce<Result>(_ list: List, _ initial: Result, _ next: (Result, Element) -> Result) -> Result {
        var (result, place) = (initial, list.first)
        while place >= 0 {
            let slot = slots[Int(place)]
            if let element = slot.element { result = next(result, element) }
            place = slot.next
        }
        return result
    }

    private mutating func unlink(_ list: inout List) -> Int32 {
        let place = list.first
        list.first = slots[Int(place)].next
        if list.first < 0 { list.last = -1 }
        return place
    }

    private mutating func link(_ place: Int32, to list: inout List) {
        slots[Int(place)].next = -1
        if list.isEmpty { list.first = place } else { slots[Int(list.last)].next = place }
        list.last = place
    }
}
