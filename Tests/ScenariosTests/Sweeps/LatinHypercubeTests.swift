import Scenarios
import Testing

@Suite struct LatinHypercubeTests {
    @Test(arguments: [1, 2, 7, 1000], [1, 2, 99] as [UInt64])
    func `each stratum of each dimension has one point`(_ points: Int, _ seed: UInt64) {
        let cube = LatinHypercube(points: points, seed: seed)
        for dimension in 0..<3 {
            let places = cube.places(along: dimension)
            #expect(places.allSatisfy { $0 >= 0 && $0 < 1 })
            #expect(Set(places.map { Int($0 * Double(points)) }) == Set(0..<points))
        }
    }

    @Test func `either of two strata may come first`() {
        let seeds: ClosedRange<UInt64> = 1...32
        let comesFirst = seeds.map { LatinHypercube(points: 2, seed: $0).places(along: 0)[0] < 0.5 }
        #expect(Set(comesFirst) == [true, false])
    }

    @Test func `dimensions are uncorrelated`() {
        let cube = LatinHypercube(points: 1000, seed: 5)
        let (one, other) = (cube.places(along: 0), cube.places(along: 1))
        let covariance = zip(one, other).reduce(0) { $0 + ($1.0 - 0.5) * ($1.1 - 0.5) } / 1000
        // Of a uniform distribution's variance, 1/12: a correlation beyond three standard errors would be no chance.
        #expect(abs(covariance * 12) < 0.1)
    }

    @Test func `only the seed determines the points`() {
        #expect(
            LatinHypercube(points: 9, seed: 3).places(along: 2)
                == LatinHypercube(points: 9, seed: 3).places(along: 2)
        )
        #expect(
            LatinHypercube(points: 9, seed: 3).places(along: 2)
                != LatinHypercube(points: 9, seed: 4).places(along: 2)
        )
    }
}
