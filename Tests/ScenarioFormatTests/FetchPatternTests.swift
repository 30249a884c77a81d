import Scenarios
import Testing

@Suite struct FetchPatternTests {
    private let files = (1...20).map { "f\($0)" }

    @Test(arguments: FetchPattern.Kind.allCases)
    func `draws the requested number, no file twice on a page, and the same for equal seeds`(
        _ kind: FetchPattern.Kind
    ) {
        for page in [1, 3, 8, 20] {
            let pattern = FetchPattern(kind, files: files, count: 50, pageSize: page)
            let pages = pattern.pages(seed: 7, step: "a")
            #expect(pages.reduce(0) { $0 + $1.count } == 50)
            #expect(pages.dropLast().allSatisfy { $0.count == page })
            #expect(pages.allSatisfy { Set($0).count == $0.count })
            #expect(pages == pattern.pages(seed: 7, step: "a"))
        }
    }

    @Test(arguments: [FetchPattern.Kind.random, .zipf])
    func `another seed or step gives another draw`(_ kind: FetchPattern.Kind) {
        let pattern = FetchPattern(kind, files: files, count: 50)
        let drawn = pattern.pages(seed: 1, step: "a")
        #expect(drawn != pattern.pages(seed: 2, step: "a"))
        #expect(drawn != pattern.pages(seed: 1, step: "b"))
    }

    @Test func `a cycle continues where the previous page ended`() {
        let pattern = FetchPattern(.cycle, files: ["a", "b", "c"], count: 7, pageSize: 2)
        #expect(pattern.pages(seed: 1, step: "") == [["a", "b"], ["c", "a"], ["b", "c"], ["a"]])
    }

    /// Of 20 files the n-th has a share of 1 / n out of 3.59774; with 20,000 draws each is within five
    /// standard deviations.
    @Test(arguments: [(0.0, 0.05, 0.05), (1.0, 0.27795, 0.013898), (2.0, 0.62651, 0.0015663)])
    func `popularity falls with rank to the power of the exponent`(
        _ exponent: Double,
        _ first: Double,
        _ last: Double
    ) {
        let pattern = FetchPattern(.zipf, files: files, count: 20_000, exponent: exponent)
        let drawn = pattern.pages(seed: 3, step: "tags").flatMap { $0 }
        for (file, share) in [("f1", first), ("f20", last)] {
            let count = Double(drawn.count { $0 == file })
            let deviation = (20_000 * share * (1 - share)).squareRoot()
            #expect(abs(count - 20_000 * share) < 5 * deviation)
        }
    }

    @Test func `random draws are uniform`() {
        let pattern = FetchPattern(.random, files: files, count: 20_000)
        let drawn = pattern.pages(seed: 3, step: "feed").flatMap { $0 }
        let counts = Dictionary(grouping: drawn) { $0 }.values.map(\.count)
        #expect(counts.count == 20)
        #expect(counts.allSatisfy { abs($0 - 1000) < 160 })
    }
}
