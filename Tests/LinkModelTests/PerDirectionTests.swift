import LinkModel
import Testing

@Suite struct PerDirectionTests {
    @Test(arguments: LinkDirection.allCases)
    func `one direction is read and changed without the other`(_ direction: LinkDirection) {
        var values = PerDirection(up: 1, down: 2)
        #expect(values[.up] == 1 && values[.down] == 2)
        let other = values[direction.opposite]
        values[direction] += 5
        #expect(values == (direction == .up ? PerDirection(up: 6, down: 2) : PerDirection(up: 1, down: 7)))
        #expect(values[direction.opposite] == other)
    }

    @Test func `a link's direction is changed in place`() {
        var link = LinkParameters(down: DirectionParameters(), up: DirectionParameters())
        link[.up].oneWayDelay = 1
        link[.down].oneWayDelay = 2
        #expect(link.up.oneWayDelay == 1 && link.down.oneWayDelay == 2)
    }
}
