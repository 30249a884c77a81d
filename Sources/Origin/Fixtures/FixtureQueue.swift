/// Images that are to be made, and who waits for each: what several ask for is made once. Pure.
struct FixtureQueue<Customer> {
    /// All who wait for anything.
    private let capacity: Int
    private var count = 0
    private var lanes: [FixtureLane: [FixturePlace]] = [:]
    /// Also of those that are being made.
    private var customers: [FixturePlace: [Customer]] = [:]

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// False where there is no room.
    mutating func add(_ customer: Customer, to place: FixturePlace) -> Bool {
        guard count < capacity else { return false }
        count += 1
        if customers[place] == nil { lanes[FixtureLane(place), default: []].append(place) }
        customers[place, default: []].append(customer)
        return true
    }

    /// The image to make next; nil where there is none. Those that nobody wants any more are left out.
    mutating func next(in lane: FixtureLane, isWanted: (Customer) -> Bool) -> FixturePlace? {
        while let place = lanes[lane]?.first {
            lanes[lane]?.removeFirst()
            if customers[place]?.contains(where: isWanted) == true { return place }
            finish(place)
        }
        return nil
    }

    /// It is made, or never will be: those who wait for it wait no more.
    @discardableResult
    mutating func finish(_ place: FixturePlace) -> [Customer] {
        let served = customers.removeValue(forKey: place) ?? []
        count -= served.count
        return served
    }

    mutating func clear() {
        (lanes, customers, count) = ([:], [:], 0)
    }
}
