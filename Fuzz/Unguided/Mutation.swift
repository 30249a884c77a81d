/// Changes an input at random, as fuzzers do that do not look at what an input reaches.
struct Mutation {
    private static let longest = 1 << 16
    private static let telling: [UInt8] = [0, 1, 0x0A, 0x0D, 0x20, 0x2C, 0x3A, 0x7F, 0x80, 0xFF]

    /// Inputs whose parts are put into others.
    let seeds: [[UInt8]]
    /// Words that the target knows.
    let words: [[UInt8]]
    private var random: SeededGenerator

    init(of seeds: [[UInt8]], words: [[UInt8]], seed: UInt64) {
        (self.seeds, self.words) = (seeds, words)
        random = SeededGenerator(state: seed)
    }

    /// One of the seeds with one to eight changes.
    mutating func next() -> [UInt8] {
        var input = seeds.randomElement(using: &random) ?? []
        for _ in 0..<(1 << Int.random(in: 0...3, using: &random)) { change(&input) }
        return input.count > Self.longest ? Array(input[..<Self.longest]) : input
    }

    private mutating func change(_ input: inout [UInt8]) {
        guard !input.isEmpty else { return input = piece() }
        let place = Int.random(in: input.indices, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: input[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: input[place] = UInt8.random(in: 0...255, using: &random)
        case 2: input[place] = Self.telling.randomElement(using: &random) ?? 0
        case 3: input.removeSubrange(place..<end(from: place, in: input))
        case 4: input.insert(contentsOf: input[place..<end(from: place, in: input)], at: place)
        case 5: input.insert(contentsOf: piece(), at: place)
        case 6: input.replaceSubrange(place..<end(from: place, in: input), with: piece())
        default: input.insert(contentsOf: words.randomElement(using: &random) ?? [0], at: place)
        }
    }

    /// Most pieces are short.
    private mutating func end(from start: Int, in input: [UInt8]) -> Int {
        let longest = 1 << Int.random(in: 0...10, using: &random)
        return min(input.count, start + Int.random(in: 1...longest, using: &random))
    }

    /// A part of a seed.
    private mutating func piece() -> [UInt8] {
        guard let seed = seeds.randomElement(using: &random), !seed.isEmpty else { return [0] }
        let start = Int.random(in: seed.indices, using: &random)
        return Array(seed[start..<end(from: start, in: seed)])
    }
}
