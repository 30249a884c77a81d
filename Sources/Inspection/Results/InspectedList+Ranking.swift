extension InspectedList {
    /// The elements by rank, the highest first, those without one last, equal ones in the list's order; at most `most`.
    /// Each is unpacked once. What it takes is three words for each of `most`.
    package func ranked(most: Int? = nil, by rank: (Element) -> Int64?) -> InspectedList {
        var best = HighestRanks(most: Swift.min(most ?? count, count))
        for (place, element) in enumerated() { best.add(rank(element), at: place) }
        return picking(best.places)
    }
}
