import Scenarios

extension ValueReader {
    /// `options:` of a fetch, in list order, each once.
    func options(_ section: Section) -> [FetchOption] {
        guard let node = section["options"] else { return [] }
        let said = StepsDecoder.items(node).compactMap { choice($0, "options") as FetchOption? }
        return FetchOption.allCases.filter { said.contains($0) }
    }
}
