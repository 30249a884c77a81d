/// Images to be made, and the customers of each: an image that several ask for is made once. Pure.
struct FixtureQueue<WaitingResponse> {
    /// Maximum number of customers, for all images together.
    private let capacity: Int
    private var count = 0
    private var lanes: [FixtureLane: [FixturePlace]] = [:]
    /// Includes the customers of images being made.
    private var customers: [FixturePlace: [WaitingResponse]] = [:]

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// False if there is no room.
    mutating func add(_ customer: WaitingResponse, to place: FixturePlace) -> Bool {
        guard count < capacity else { return false }
        count += 1
        if customers[place] == nil { lanes[FixtureLane(place), default: []].append(place) }
        customers[place, default: []].append(customer)
        return true
    }

    /// The image to make next; nil if there is none. Images that nobody wants any more are dropped.
    mutating func next(in lane: FixtureLane, isWanted: (WaitingResponse) -> Bool) -> FixturePlace? {
        while let place = lanes[lane]?.first {
            lanes[lane]?.removeFirst()
            if customers[place]?.contains(where: isWanted) == true { return place }
            finish(place)
        }
        return nil
    }

    /// The image is made or given up: removes and returns its customers.
    @discardableResult
    mutating func finish(_ place: FixturePlace) -> [WaitingResponse] {
        let served = customers.removeValue(forKey: place) ?? []
        count -= served.count
        return served
    }

    mutating func clear() {
        (lanes, customers, count) = ([:], [:], 0)
    }
}
