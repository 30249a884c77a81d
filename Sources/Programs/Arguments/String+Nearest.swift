import ScenarioFormat

extension String {
    /// The candidate that this word is probably a misspelling of.
    package func nearest(among candidates: [String]) -> String? {
        Spelling.nearest(to: self, among: candidates)
    }
}
