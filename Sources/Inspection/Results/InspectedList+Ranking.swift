extension InspectedList {
    /// The elements by rank, at most `most`: the highest first, equal ones in the list's order, those without
    /// a rank last. Unpacks each element once, and takes six words for each of `most`.
    package func ranked(most: Int? = nil, by rank: (Element) -> Int64?) -> InspectedList {
        var best = HighestRanks(most: Swift.min(most ?? count, count))
        for (place, element) in enumerated() { best.add(rank(element), at: place) }
        return picking(best.places)
    }
}
