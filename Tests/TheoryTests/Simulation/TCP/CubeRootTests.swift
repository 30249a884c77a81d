import Testing

@testable import Theory

@Suite struct CubeRootTests {
    @Test func `a root is within one percent and mostly not exact`() {
        var exact = 0
        for root in stride(from: 100, through: 20_000, by: 100) {
            let near = CubeRoot.near(root * root * root)
            #expect(abs(near - root) * 100 <= root, "\(root): \(near)")
            if near == root { exact += 1 }
        }
        #expect(exact < 100)
    }

    /// From Linux's own function.
    @Test(arguments: [
        (0, 0), (1, 1), (5, 2), (63, 4), (64, 4), (1000, 10), (1234567, 107), (2681735677, 1388),
        (8045207031, 2003), (26817356770, 2991), (268173567700, 6451), (2681735677000, 13897),
    ])
    func `a root matches the one that Linux computes`(_ value: Int, _ root: Int) {
        #expect(CubeRoot.near(value) == root)
    }
}
