import Testing

@testable import LinkModel

@Suite struct ImpairmentFiguresTests {
    private static func figures(_ impairment: Impairment) -> ImpairmentFigures? {
        if case .figures(let figures) = impairment.settings { figures } else { nil }
    }

    /// A value unlike the usual one.
    private static func sample(_ figure: ImpairmentFigure) -> ImpairmentFigure.Value {
        switch figure.usual {
        case .time: .time(1_000_000)
        case .rate: .rate(2_000_000)
        case .bytes: .bytes(9000)
        case .count: .count(5)
        case .share: .share(0.25)
        case .correlation: .correlation(0.5)
        case .word: .word(figure.words.last ?? "")
        }
    }

    @Test(arguments: Impairment.allCases)
    func `values written to a direction are read back`(_ impairment: Impairment) {
        guard let figures = Self.figures(impairment) else { return }
        var side = DirectionParameters()
        #expect(figures.values(in: side) == nil && figures.reported(in: side) == nil)
        let values = figures.figures.map(Self.sample)
        figures.write(values, to: &side)
        #expect(side.impairments == [impairment])
        #expect(figures.values(in: side) == values)
        #expect(figures.reported(in: side)?.map(\.figure) == figures.figures)
        figures.write(nil, to: &side)
        #expect(side == DirectionParameters())
    }

    @Test(arguments: Impairment.allCases)
    func `an impairment whose first value is 0 is absent`(_ impairment: Impairment) {
        guard let figures = Self.figures(impairment) else { return }
        var side = DirectionParameters()
        figures.write(figures.figures.map(Self.sample), to: &side)
        figures.write(figures.figures.map(\.usual), to: &side)
        #expect(side == DirectionParameters())
    }

    @Test func `values are written to their own parameters`() {
        var side = DirectionParameters()
        Self.figures(.policing)?.write([.rate(8000), .bytes(1500)], to: &side)
        #expect(side.policer == Policer(rateBps: 8000, burst: 1500))
        Self.figures(.jitter)?.write([.time(7), .word("pareto"), .correlation(0.5)], to: &side)
        #expect(side.jitter == Jitter(distribution: .pareto, amount: 7, correlation: 0.5))
    }

    @Test func `default values are omitted unless they name the kind`() {
        var side = DirectionParameters()
        side.jitter = Jitter(amount: 2_000_000)
        side.reordering = Reordering(share: PacketShare(0.25))
        let jitter = Self.figures(.jitter)?.reported(in: side)
        #expect(jitter?.map(\.value) == [.time(2_000_000), .word("uniform")])
        #expect(Self.figures(.reordering)?.reported(in: side)?.map(\.value) == [.share(0.25)])
    }

    @Test func `a jitter can be given by its amount alone, a policer needs more`() {
        #expect(Self.figures(.jitter)?.sole?.key == "amount")
        #expect(Self.figures(.policing)?.sole == nil)
    }
}
