import Scenarios
import Testing

@Suite struct SweepDesignTests {
    private static func words(_ design: SweepDesign) -> [String] {
        (0..<design.count).compactMap { design.point($0) }.map { point in
            let seed = point.seed.map { ["seed \($0)"] } ?? []
            return ([design.sources[point.source].name] + point.settings.map(\.value) + seed)
                .joined(separator: " ")
        }
    }

    private static let axes = [
        SweepAxis(key: "a", values: ["1", "2"]), SweepAxis(key: "b", values: ["x", "y"]),
    ]

    @Test func `axes are crossed, with seeds varying fastest`() {
        let design = SweepDesign(name: "n", sources: [.init(name: "s")], axes: Self.axes, seeds: [7, 8])
        #expect(design.count == 8)
        #expect(
            Self.words(design) == [
                "s 1 x seed 7", "s 1 x seed 8", "s 1 y seed 7", "s 1 y seed 8", "s 2 x seed 7",
                "s 2 x seed 8",
                "s 2 y seed 7", "s 2 y seed 8",
            ]
        )
    }

    @Test func `each scenario has its own matrix, and an axis overrides a matrix key`() {
        let design = SweepDesign(
            name: "n",
            sources: [
                .init(name: "s", matrix: [SweepAxis(key: "m", values: ["p", "q"])]),
                .init(name: "t", matrix: [SweepAxis(key: "a", values: ["gone", "too"])]),
            ],
            axes: [SweepAxis(key: "a", values: ["1"])]
        )
        #expect(Self.words(design) == ["s p 1", "s q 1", "t 1"])
    }

    @Test func `samples are crossed with axes as units`() {
        let samples = [("u", "v"), ("w", "z")].map {
            [ScenarioSetting(key: "c", value: $0), .init(key: "d", value: $1)]
        }
        let design = SweepDesign(
            name: "n",
            sources: [.init(name: "s")],
            axes: [SweepAxis(key: "a", values: ["1", "2"])],
            samples: samples
        )
        #expect(Self.words(design) == ["s 1 u v", "s 1 w z", "s 2 u v", "s 2 w z"])
    }

    @Test(
        arguments: [
            (
                [SweepFilter(["a": ["2"]])], [],
                ["s 1 x seed 1", "s 1 x seed 2", "s 1 y seed 1", "s 1 y seed 2"]
            ),
            (
                [SweepFilter(["a": ["1", "2"], "seed": ["2"]])], [],
                ["s 1 x seed 1", "s 1 y seed 1", "s 2 x seed 1", "s 2 y seed 1"]
            ),
            ([], [SweepFilter(["b": ["y"], "seed": ["1"]])], ["s 1 y seed 1", "s 2 y seed 1"]),
            ([SweepFilter(["scenario": ["s"]])], [], []),
            (
                [SweepFilter(["unknown": ["s"]])], [SweepFilter(["a": ["1"], "b": ["x"]])],
                ["s 1 x seed 1", "s 1 x seed 2"]
            ),
        ] as [([SweepFilter], [SweepFilter], [String])]
    )
    func `filters remove points`(_ skipped: [SweepFilter], _ kept: [SweepFilter], _ left: [String]) {
        let design = SweepDesign(
            name: "n",
            sources: [.init(name: "s")],
            axes: Self.axes,
            seeds: [1, 2],
            skipped: skipped,
            kept: kept
        )
        #expect(Self.words(design) == left)
    }

    @Test func `a count beyond Int.max is reported without enumeration`() {
        let axis = SweepAxis(key: "a", values: (0..<1_000_000).map { "\($0)" })
        let design = SweepDesign(
            name: "n",
            sources: [.init(name: "s")],
            axes: Array(repeating: axis, count: 4)
        )
        #expect(design.count == Int.max)
    }
}
